import { PlusOutlined } from '@ant-design/icons';
import { Button, Drawer, Segmented, Select, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAttributes, useDeviceType, useLabel } from '@/api/catalogue';
import { Consequences } from '@/entities/configuration/consequences';
import editors from '@/entities/configuration/editors/editors.module.css';
import { Field } from '@/entities/configuration/editors/field';
import { matters } from '@/entities/configuration/queries';
import { Refusal } from '@/entities/configuration/refusal';
import studio from '@/entities/configuration/version-studio.module.css';
import { leafDiff } from '@/entities/configuration/versions';
import { Can } from '@/entities/permission/can';
import { counted, noteLength } from '@/ui/form/at-most';
import { fits, LimitedArea } from '@/ui/form/limited';
import { NumberField } from '@/ui/form/number-field';
import { useUnsaved } from '@/ui/form/unsaved';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { correctionReady, kinds } from '../model/correction';
import styles from '../pages/console.module.css';
import {
  type Correction,
  type CorrectionFields,
  useCorrections,
  useCreateCorrection,
  usePreviewCorrection,
} from '../queries/corrections';
import type { Point } from '../queries/points';
import { spanOf, useCorrectionText } from './correction-text';
import { useTakingBack } from './take-back-dialog';

interface Props {
  point: Point;
  zone: string;
}

/** Corrections of a point: records that take part in computing, and can be taken back. */
export function Corrections({ point, zone }: Props) {
  const { t } = useTranslation(['console', 'common', 'explain']);
  const query = useCorrections(point.structureId, point.id);
  const [adding, setAdding] = useState(false);
  const tell = useCorrectionText(point.measurement);
  const takingBack = useTakingBack(point, zone, tell);
  const columns: TableColumnType<Correction>[] = [
    { key: 'kind', title: t('correction.kind'), render: (_, c) => t(`explain:kind.${c.kind}`) },
    {
      key: 'from',
      title: t('correction.from'),
      render: (_, c) => spanOf(c, zone),
    },
    { key: 'what', title: t('correction.what'), render: (_, c) => tell(c) },
    { key: 'note', title: t('correction.note'), render: (_, c) => c.note },
    {
      key: 'state',
      title: t('correction.state'),
      render: (_, c) =>
        c.takenBackAt > 0
          ? t('correction.takenBack', { time: formatTime(c.takenBackAt, zone, 'list') })
          : t('correction.stands'),
    },
    {
      key: 'action',
      title: t('action'),
      align: 'right',
      render: (_, c) => c.takenBackAt === 0 && takingBack.button(c),
    },
  ];
  return (
    <>
      <div className={styles.tools}>
        <Can any={['Update:Data']}>
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
            {t('correction.add')}
          </Button>
          <Link to={`/projects/${point.projectId}/console/structures/${point.structureId}/initshifts`}>
            {t('correction.upload')}
          </Link>
        </Can>
        <span className={styles.quiet}>{t('correction.hint')}</span>
      </div>
      <QueryPanel
        query={query}
        rows={5}
        isEmpty={(list) => list.length === 0}
        empty={<PanelEmpty title={t('correction.none')} />}
      >
        {(list) => (
          <DataTable<Correction>
            label={t('pointTab.corrections')}
            rowKey={(c) => c.id}
            dataSource={[...list].sort((a, b) => b.recordedAt - a.recordedAt)}
            columns={columns}
            cards={['kind', 'state']}
          />
        )}
      </QueryPanel>
      <CorrectionDrawer key={String(adding)} open={adding} point={point} zone={zone} onClose={() => setAdding(false)} />
      {takingBack.dialog}
    </>
  );
}

function CorrectionDrawer({ open, point, zone, onClose }: Props & { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['console', 'configuration', 'common', 'explain']);
  const say = useLabel();
  const attributes = useAttributes(point.measurement).filter((a) => a.valueTypes.length > 0);
  const arrays = useDeviceType(point.category)?.nodes ?? false;
  const [began] = useState<CorrectionFields>(() => ({
    kind: 'shift',
    from: Date.now(),
    note: '',
    fields: [],
    amount: 0,
  }));
  const [value, setValue] = useState(began);
  const unsaved = useUnsaved(open && leafDiff(began, value).length > 0);
  const create = useCreateCorrection(point.structureId, point.id);
  const preview = usePreviewCorrection(point.structureId, point.id);
  const set = (change: Partial<CorrectionFields>) => {
    setValue({ ...value, ...change });
    preview.reset();
    create.reset();
  };
  const ready = correctionReady(value) && fits(value.note, noteLength);
  // Saving says first what would change; where nothing would, it saves at once.
  const save = async () => {
    if (!preview.data) {
      const found = await preview.mutateAsync(value).catch(() => null);
      if (!found || matters(found)) return;
    }
    create.mutate(value, {
      onSuccess: () => {
        unsaved.saved();
        onClose();
      },
    });
  };
  const fieldOptions = attributes.map((a) => ({ value: a.name, label: `${say(a.label)} ${a.unit}` }));
  const numbers = value.kind === 'topshift' ? ['x', 'y'] : attributes.map((a) => a.name);
  return (
    <Drawer
      closable={{ placement: 'end' }}
      open={open}
      size={520}
      title={t('correction.add')}
      onClose={() => unsaved.leave(onClose)}
      footer={
        <div className={studio.foot}>
          <span>{t('correction.will')}</span>
          <Button onClick={() => unsaved.leave(onClose)}>{t('common:action.cancel')}</Button>
          <Button disabled={!ready} loading={preview.isPending} onClick={() => preview.mutate(value)}>
            {t('version.preview')}
          </Button>
          <Button type="primary" disabled={!ready} loading={create.isPending || preview.isPending} onClick={save}>
            {t('correction.save')}
          </Button>
        </div>
      }
    >
      <div className={studio.editor}>
        <Segmented
          value={value.kind}
          aria-label={t('correction.kind')}
          options={kinds.map((kind) => ({ value: kind, label: t(`explain:kind.${kind}`) }))}
          onChange={(kind) =>
            set({ kind, fields: [], values: {}, amount: 0, to: kind === 'withdraw' ? value.from : 0 })
          }
        />
        <div className={editors.grid}>
          <Field label={value.kind === 'withdraw' ? t('correction.begin') : t('correction.from')}>
            <ZonedPicker
              zone={zone}
              label={t('correction.from')}
              value={value.from}
              onChange={(from) => from && set({ from })}
            />
          </Field>
          {value.kind === 'withdraw' && (
            <Field label={t('correction.end')}>
              <ZonedPicker
                zone={zone}
                label={t('correction.end')}
                value={value.to ?? value.from}
                onChange={(to) => to && set({ to })}
              />
            </Field>
          )}
          {value.kind === 'shift' && (
            <>
              <Field label={t('thresholds.field')}>
                <Select
                  aria-label={t('thresholds.field')}
                  style={{ width: '100%' }}
                  value={value.fields?.[0] ?? null}
                  options={fieldOptions}
                  onChange={(field: string) => set({ fields: [field] })}
                />
              </Field>
              <Field label={t('correction.amount')}>
                <NumberField
                  label={t('correction.amount')}
                  value={value.amount ?? 0}
                  onChange={(amount) => set({ amount: amount ?? 0 })}
                />
              </Field>
            </>
          )}
          {arrays && value.kind !== 'topshift' && (
            <Field label={t('correction.nodes')}>
              <Select
                mode="tags"
                aria-label={t('correction.nodes')}
                style={{ width: '100%' }}
                placeholder={t('correction.allNodes')}
                value={(value.nodes ?? []).map(String)}
                tokenSeparators={[',', ' ']}
                open={false}
                onChange={(nodes: string[]) => set({ nodes: nodes.filter((no) => /^\d{1,4}$/.test(no)).map(Number) })}
              />
            </Field>
          )}
          {value.kind === 'withdraw' && (
            <Field label={`${t('thresholds.field')}${t('common:optional')}`}>
              <Select
                mode="multiple"
                aria-label={t('thresholds.field')}
                style={{ width: '100%' }}
                placeholder={t('correction.allFields')}
                value={value.fields ?? []}
                options={fieldOptions}
                onChange={(fields: string[]) => set({ fields })}
              />
            </Field>
          )}
          {(value.kind === 'topshift' || value.kind === 'replace' || value.kind === 'initshift') &&
            numbers.map((name) => {
              const known = attributes.find((a) => a.name === name);
              const label = known ? `${say(known.label)} ${known.unit}` : `${name} mm`;
              return (
                <Field key={name} label={label}>
                  <NumberField
                    label={label}
                    value={value.values?.[name] ?? null}
                    onChange={(number) => {
                      const { [name]: _old, ...rest } = value.values ?? {};
                      set({ values: number === null ? rest : { ...rest, [name]: number } });
                    }}
                  />
                </Field>
              );
            })}
        </div>
        <Field label={t('correction.note')}>
          <LimitedArea
            rows={3}
            max={noteLength}
            count={counted(noteLength)}
            aria-label={t('correction.note')}
            value={value.note}
            onChange={(event) => set({ note: event.target.value })}
          />
        </Field>
        <Refusal error={create.error ?? preview.error} />
        {preview.data && <Consequences found={preview.data} zone={zone} />}
        {preview.data && <p className={editors.hint}>{t('configuration:asOf.confirm')}</p>}
      </div>
    </Drawer>
  );
}
