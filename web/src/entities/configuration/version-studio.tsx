import { Button } from 'antd';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/entities/permission/permissions';
import { noteLength } from '@/ui/form/at-most';
import { LimitedInput, Limits } from '@/ui/form/limited';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { formatTime } from '@/ui/format/time';
import { QueryPanel } from '@/ui/states';
import { AsOf } from './as-of';
import { Consequences } from './consequences';
import type { EditorProps, Place } from './editor';
import type { Processor } from './editors/processor';
import { type Owner, useVersions, type Version } from './queries';
import { Refusal } from './refusal';
import { RevokeVersionDialog } from './revoke-dialog';
import { TimelinePicture } from './timeline-picture';
import { useDraft } from './use-draft';
import { VersionList } from './version-list';
import styles from './version-studio.module.css';
import { inForce, type Numbered, standing } from './versions';

interface Props<T> {
  owner: Owner;
  aspect: string;
  place: Place;
  /** The start of a first version. */
  blank: NoInfer<T>;
  /** Whether the blank is a proposal that may be saved unchanged. */
  proposed?: boolean;
  Editor: ComponentType<EditorProps<T>>;
  dense?: boolean;
}

/** One dated aspect: its versions on a timeline, the current value, the effect of a change, and its editor. */
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

interface StudioProps<T> extends Props<T> {
  versions: Version[];
  list: Numbered<Version>[];
  current: Numbered<Version> | null;
}

function Studio<T extends object>(props: StudioProps<T>) {
  const { owner, aspect, place, blank, proposed = false, Editor, dense = false, versions, list, current } = props;
  const { t } = useTranslation(['console', 'common']);
  const mayEdit = useCan(owner.kind === 'point' ? 'Update:MeasuringPoint' : 'Update:Device');
  const saved = (no: number) => t('version.saved', { no });
  const draft = useDraft<T>({ owner, aspect, blank, proposed, list, current, saved });
  const [revoking, setRevoking] = useState<Numbered<Version> | null>(null);
  const effect = useInView(draft.found);
  // In a dense layout a single version needs no timeline.
  const drawn = !dense || versions.filter((one) => one.aspect === aspect).length > 1;
  return (
    <div className={styles.frame}>
      {drawn && (
        <TimelinePicture
          versions={versions}
          aspect={aspect}
          zone={place.zone}
          selected={draft.shownId}
          onPick={(version, no) =>
            draft.load(list.find((one) => one.version.id === version.id) ?? { no, version, changes: [] }, false)
          }
        />
      )}
      <div className={styles.studio} data-dense={dense}>
        <div className={styles.editor}>
          <fieldset disabled={!mayEdit} className={styles.fields}>
            <Limits of={draft.limits}>
              <Editor value={draft.value} original={draft.original} onChange={draft.edit} place={place} />
            </Limits>
          </fieldset>
          {mayEdit && (
            <>
              <When draft={draft} zone={place.zone} begin={current?.version.validFrom ?? 0} />
              <Refusal error={draft.failed} />
              {draft.found && (
                <div ref={effect} className={styles.effect}>
                  <Consequences found={draft.found} zone={place.zone} />
                </div>
              )}
            </>
          )}
        </div>
        <VersionList
          aspect={aspect}
          zone={place.zone}
          list={list}
          current={current}
          mayEdit={mayEdit}
          onLoad={draft.load}
          onRevoke={setRevoking}
        />
      </div>
      {mayEdit && <Foot draft={draft} zone={place.zone} />}
      <RevokeVersionDialog owner={owner} zone={place.zone} version={revoking} onClose={() => setRevoking(null)} />
    </div>
  );
}

type Draft = ReturnType<typeof useDraft<object>>;

/** The start of the version, and the reason for the change. */
function When({
  draft,
  zone,
  begin,
}: {
  draft: Pick<Draft, 'validFrom' | 'begin' | 'note' | 'setNote'>;
  zone: string;
  begin: number;
}) {
  const { t } = useTranslation(['console', 'common']);
  return (
    <div className={styles.when}>
      <div>
        <span className={styles.label}>{t('version.validFrom')}</span>
        <ZonedPicker
          value={draft.validFrom}
          allowClear
          placeholder={t('version.always')}
          onChange={(time) => draft.begin(time ?? 0)}
          zone={zone}
          label={t('version.validFrom')}
        />
        <AsOf zone={zone} always begin={begin} onChange={draft.begin} />
      </div>
      <div>
        <span className={styles.label}>
          {t('version.note')}
          {t('common:optional')}
        </span>
        <LimitedInput
          value={draft.note}
          max={noteLength}
          aria-label={t('version.note')}
          onChange={(event) => draft.setNote(event.target.value)}
        />
      </div>
      <p className={styles.hint}>{t('version.validFromHint')}</p>
    </div>
  );
}

interface FootProps {
  draft: Pick<
    Draft,
    | 'validFrom'
    | 'replacing'
    | 'changes'
    | 'kept'
    | 'no'
    | 'limits'
    | 'blocked'
    | 'found'
    | 'busy'
    | 'reset'
    | 'attempt'
    | 'save'
  >;
  zone: string;
}

/** The footer, always visible: the consequence at the left, cancel and save at the right. */
function Foot({ draft, zone }: FootProps) {
  const { t } = useTranslation(['console', 'common']);
  const { replacing, changes, kept, found, no, limits } = draft;
  const since =
    draft.validFrom > 0 ? t('version.since', { time: formatTime(draft.validFrom, zone) }) : t('version.sinceFirst');
  const will = replacing
    ? t('version.willCorrect', { no: replacing.no, since })
    : kept
      ? t('version.willKeep', { since })
      : changes === 0 && draft.blocked
        ? t('version.untouched')
        : t('version.will', { count: changes, since });
  const verb = found
    ? t('version.confirm')
    : replacing
      ? t('version.saveCorrection', { no })
      : t('version.save', { no });
  return (
    <div className={styles.foot}>
      {limits.said ? (
        <span className={styles.wrong} role="alert">
          {t('version.wrong')}
        </span>
      ) : (
        <span>{found ? `${t('version.tried')}${will}` : will}</span>
      )}
      <Button onClick={draft.reset}>{t('common:action.cancel')}</Button>
      {!found && (
        <Button disabled={draft.blocked || draft.busy} onClick={draft.attempt}>
          {t('version.preview')}
        </Button>
      )}
      <Button type="primary" disabled={draft.blocked} loading={draft.busy} onClick={draft.save}>
        {verb}
      </Button>
    </div>
  );
}

/** Scrolls newly shown content into view. */
function useInView(appeared: unknown) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (appeared) ref.current?.scrollIntoView?.({ block: 'nearest' });
  }, [appeared]);
  return ref;
}
