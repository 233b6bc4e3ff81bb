import { Button, Modal } from 'antd';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { noteLength } from '@/shared/form/at-most';
import { fits, LimitedArea, LimitedInput, Limits, useLimits } from '@/shared/form/limited';
import { useUnsaved } from '@/shared/form/unsaved';
import { ZonedPicker } from '@/shared/form/zoned-picker';
import { formatTime } from '@/shared/format/time';
import { useCan } from '@/shared/perm/permissions';
import { QueryPanel } from '@/shared/ui/states';
import { AsOf } from './as-of';
import { Consequences } from './consequences';
import type { EditorProps, Place } from './editor';
import type { Processor } from './editors/processor';
import {
  matters,
  type Owner,
  usePreviewVersion,
  useRecordVersion,
  useSupersede,
  useTakingOut,
  useVersions,
  type Version,
} from './queries';
import { Refusal } from './refusal';
import { TimelinePicture } from './timeline-picture';
import { useLeafName } from './use-leaf-name';
import { useLeafValue } from './use-leaf-value';
import styles from './version-studio.module.css';
import { changeText, inForce, leafDiff, type Numbered, standing } from './versions';

interface Props<T> {
  owner: Owner;
  aspect: string;
  place: Place;
  /** What a first version starts from. */
  blank: NoInfer<T>;
  Editor: ComponentType<EditorProps<T>>;
  dense?: boolean;
}

/** One dated aspect: its versions on a line, the value at hand, what a change would do, and the way to make it. */
export function VersionStudio<T extends object>(props: Props<T>) {
  const query = useVersions(props.owner);
  return (
    <QueryPanel query={query} rows={8}>
      {(versions) => {
        const list = standing(versions, props.aspect);
        const current = inForce(list, Date.now()) ?? list[0] ?? null;
        const processor = inForce(standing(versions, 'processor'), Date.now())?.version.value as Processor | undefined;
        return (
          <Studio
            key={`${props.aspect}:${current?.version.id ?? 0}`}
            {...props}
            place={{ ...props.place, changeUnit: processor?.changeUnit ?? '' }}
            versions={versions}
            list={list}
            current={current}
          />
        );
      }}
    </QueryPanel>
  );
}

/** How many versions are listed before older ones are asked for. */
const listedAtOnce = 20;

interface StudioProps<T> extends Props<T> {
  versions: Version[];
  list: Numbered<Version>[];
  current: Numbered<Version> | null;
}

function Studio<T extends object>(props: StudioProps<T>) {
  const { owner, aspect, place, blank, Editor, dense, versions, list, current } = props;
  const { t } = useTranslation(['console', 'configuration', 'common']);
  const leafName = useLeafName(aspect);
  const leafValue = useLeafValue(place.zone);
  const mayEdit = useCan(owner.kind === 'point' ? 'Update:MeasuringPoint' : 'Update:Device');
  const start = (current?.version.value as T | undefined) ?? null;
  const [base, setBase] = useState<Numbered<Version> | null>(current);
  const [mends, setMends] = useState<Numbered<Version> | null>(null);
  const [began, setBegan] = useState(() => beginning(start ? { ...blank, ...start } : blank, current ? Date.now() : 0));
  const [value, setValue] = useState<T>(began.value);
  const [validFrom, setValidFrom] = useState(began.validFrom);
  const [note, setNote] = useState('');
  const [taking, setTaking] = useState<Numbered<Version> | null>(null);
  const [all, setAll] = useState(false);
  const record = useRecordVersion(owner);
  const preview = usePreviewVersion(owner);
  const original = (base?.version.value as T | undefined) ?? null;
  const changes = leafDiff(original ?? {}, value);
  const touched = leafDiff(began.value, value).length > 0 || validFrom !== began.validFrom || note !== began.note;
  // A first version may be what the editor offers, and an older one may hold again as it was.
  const idle = !touched && (mends !== null || (current !== null && base === current));
  const unsaved = useUnsaved(touched);
  const limits = useLimits();
  const blocked = idle || limits.tooLong || !fits(note, noteLength);
  const draft = () => ({
    aspect,
    validFrom,
    value: value as Record<string, unknown>,
    note,
    mends: mends?.version.id ?? 0,
  });
  const nextNo = mends ? mends.no : list.filter((one) => one.version.validFrom < validFrom).length + 1;
  // One that is not listed is picked on the line.
  const listed = [...list].reverse().slice(0, all ? list.length : listedAtOnce);
  const begin = validFrom > 0 ? formatTime(validFrom, place.zone) : t('version.first');
  const edit = (next: T) => {
    setValue(next);
    preview.reset();
    record.reset();
  };
  // Saving says first what would change; where nothing would, it saves at once.
  const save = async () => {
    if (!preview.data) {
      const found = await preview.mutateAsync(draft()).catch(() => null);
      if (!found || matters(found)) return;
    }
    record.mutate(draft(), { onSuccess: reset });
  };
  const put = (from: Numbered<Version> | null, mend: boolean) => {
    const next = beginning(
      from ? { ...blank, ...(from.version.value as T) } : blank,
      mend && from ? from.version.validFrom : from ? Date.now() : 0,
      mend && from ? from.version.note : '',
    );
    setBase(from);
    setMends(mend ? from : null);
    setBegan(next);
    edit(next.value);
    setValidFrom(next.validFrom);
    setNote(next.note);
  };
  const reset = () => put(current, false);
  const load = (from: Numbered<Version>, mend: boolean) => unsaved.leave(() => put(from, mend));

  return (
    <>
      <TimelinePicture
        versions={versions}
        aspect={aspect}
        zone={place.zone}
        selected={base?.version.id ?? 0}
        onPick={(version, no) =>
          load(list.find((one) => one.version.id === version.id) ?? { no, version, changes: [] }, false)
        }
      />
      <div className={styles.studio} data-dense={dense ?? false}>
        <div className={styles.editor}>
          <fieldset disabled={!mayEdit} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
            <Limits of={limits}>
              <Editor value={value} original={original} onChange={edit} place={place} />
            </Limits>
          </fieldset>
          {mayEdit && (
            <>
              <div className={styles.when}>
                <div>
                  <span className={styles.label}>{t('version.validFrom')}</span>
                  <ZonedPicker
                    value={validFrom}
                    allowClear
                    placeholder={t('version.always')}
                    onChange={(time) => {
                      setValidFrom(time ?? 0);
                      preview.reset();
                    }}
                    zone={place.zone}
                    label={t('version.validFrom')}
                  />
                  <AsOf
                    zone={place.zone}
                    always
                    begin={current?.version.validFrom ?? 0}
                    onChange={(time) => {
                      setValidFrom(time);
                      preview.reset();
                    }}
                  />
                </div>
                <div>
                  <span className={styles.label}>
                    {t('version.note')}
                    {t('common:optional')}
                  </span>
                  <LimitedInput
                    value={note}
                    max={noteLength}
                    aria-label={t('version.note')}
                    onChange={(event) => setNote(event.target.value)}
                  />
                </div>
              </div>
              <Refusal error={record.error ?? preview.error} />
              {preview.data && <Consequences found={preview.data} zone={place.zone} />}
              {preview.data && !record.isSuccess && <p className={styles.label}>{t('configuration:asOf.confirm')}</p>}
              <div className={styles.foot}>
                <span>
                  {mends
                    ? t('version.willMend', { no: mends.no, time: begin })
                    : t('version.will', { count: changes.length, time: begin })}
                </span>
                <Button onClick={reset}>{t('common:action.cancel')}</Button>
                <Button disabled={blocked} loading={preview.isPending} onClick={() => preview.mutate(draft())}>
                  {t('version.preview')}
                </Button>
                <Button
                  type="primary"
                  disabled={blocked}
                  loading={record.isPending || preview.isPending}
                  onClick={save}
                >
                  {mends ? t('version.saveMend', { no: nextNo }) : t('version.save', { no: nextNo })}
                </Button>
              </div>
            </>
          )}
        </div>
        <aside aria-label={t('version.title')}>
          <h3 className={styles.label}>{t('version.title')}</h3>
          {list.length === 0 && <p className={styles.label}>{t('version.none')}</p>}
          <ol className={styles.timeline}>
            {listed.map((one) => (
              <li key={one.version.id} className={styles.version} data-force={one === current}>
                <b>{t('version.no', { no: one.no })}</b>{' '}
                <time>
                  {one.version.validFrom > 0
                    ? formatTime(one.version.validFrom, place.zone).slice(0, 16)
                    : t('version.always')}
                </time>
                {one === current && <p>{t('version.inForce')}</p>}
                {one.version.note && <p>{one.version.note}</p>}
                {one.no > 1 &&
                  one.changes
                    .slice(0, 2)
                    .map((change) => <p key={change.path}>{changeText(change, leafName, leafValue)}</p>)}
                {one.no > 1 && one.changes.length > 2 && <p>{t('version.more', { count: one.changes.length - 2 })}</p>}
                {mayEdit && (
                  <span className={styles.links}>
                    <Button type="link" size="small" onClick={() => load(one, false)}>
                      {t('version.load')}
                    </Button>
                    <Button type="link" size="small" onClick={() => load(one, true)}>
                      {t('version.mend')}
                    </Button>
                    <Button type="link" size="small" danger onClick={() => setTaking(one)}>
                      {t('version.take')}
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ol>
          {listed.length < list.length && (
            <Button type="link" size="small" onClick={() => setAll(true)}>
              {t('configuration:timeline.older', { count: list.length - listed.length })}
            </Button>
          )}
        </aside>
        <TakeDialog owner={owner} zone={place.zone} version={taking} onClose={() => setTaking(null)} />
      </div>
    </>
  );
}

/** What an editor begins with: whatever differs from it was changed by hand. */
function beginning<T>(value: T, validFrom: number, note = '') {
  return { value, validFrom, note };
}

interface TakeProps {
  owner: Owner;
  zone: string;
  version: Numbered<Version> | null;
  onClose: () => void;
}

/** Takes a version out of force; it is kept, and said so. */
function TakeDialog({ owner, zone, version, onClose }: TakeProps) {
  const { t } = useTranslation('console');
  const [note, setNote] = useState('');
  const supersede = useSupersede(owner);
  const found = useTakingOut(owner, version?.version.id ?? 0);
  return (
    <Modal
      open={version !== null}
      width={640}
      title={t('version.takeTitle', { no: version?.no ?? 0 })}
      okText={t('version.take')}
      okButtonProps={{ danger: true, loading: supersede.isPending, disabled: !found.data || !fits(note, noteLength) }}
      onCancel={onClose}
      onOk={() =>
        version &&
        supersede.mutate(
          { versionId: version.version.id, note },
          {
            onSuccess: () => {
              setNote('');
              onClose();
            },
          },
        )
      }
    >
      <p>
        {t('version.takeHint', {
          time: version?.version.validFrom ? formatTime(version.version.validFrom, zone) : t('version.first'),
        })}
      </p>
      <QueryPanel query={found} rows={4}>
        {(consequences) => <Consequences found={consequences} zone={zone} />}
      </QueryPanel>
      <LimitedArea
        rows={2}
        max={noteLength}
        aria-label={t('version.note')}
        placeholder={t('version.note')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </Modal>
  );
}
