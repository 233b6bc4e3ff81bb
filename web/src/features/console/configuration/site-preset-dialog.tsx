import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, Button, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel, useMeasurementName } from '@/api/catalog';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { Consequences } from '@/entities/configuration/consequences';
import { Refusal } from '@/entities/configuration/refusal';
import { Dialog } from '@/ui/dialog';
import { noteLength } from '@/ui/form/at-most';
import { fits } from '@/ui/form/limited';
import { NumberField } from '@/ui/form/number-field';
import { Unsaved, useUnsaved } from '@/ui/form/unsaved';
import { announce } from '@/ui/messages';
import { QueryPanel } from '@/ui/states';
import { roots } from '../components/console-frame';
import { useStructures } from '../queries/project';
import styles from './configuration.module.css';
import { SitePresetResult } from './site-preset-result';
import { WhenFields } from './when-fields';

type Order = components['schemas']['GBSiteOrder'];
type Presets = components['schemas']['GBThresholds'];

interface Props {
  projectId: number;
  zone: string;
  structureId: number;
  onClose: () => void;
  onSaved: () => void;
}

/** Sets thresholds of all points that the national standard names, after a preview of each limit. */
export function SitePresetDialog(props: Props) {
  const { projectId, onClose } = props;
  const { t } = useTranslation('configuration');
  const unsaved = useUnsaved();
  const query = useQuery({
    queryKey: ['gb-thresholds', projectId],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/gb-thresholds', { params: { path: { projectId } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Dialog open width={900} title={t('gbAll.title')} footer={null} onCancel={() => unsaved.leave(onClose)}>
      <Unsaved of={unsaved}>
        <QueryPanel query={query} rows={6}>
          {(presets) => <Form {...props} presets={presets} />}
        </QueryPanel>
      </Unsaved>
    </Dialog>
  );
}

/** Measurements for which the standard has several items. */
const ambiguous = ['DBCJ', 'StructuralDeformation', 'SoilPressure', 'Waterlevel', 'Crack'];
const leaveOut = '';

function Form({ projectId, zone, structureId, presets, onSaved }: Props & { presets: Presets }) {
  const { t } = useTranslation(['configuration', 'common']);
  const say = useLabel();
  const structures = useStructures(projectId).data?.list ?? [];
  const [place, setPlace] = useState(structureId);
  const [support, setSupport] = useState(presets.supportTypes[0]?.code ?? '');
  const [grade, setGrade] = useState(1);
  const [depth, setDepth] = useState<number | null>(null);
  const [mode, setMode] = useState<Order['controlMode']>('default');
  const [inRange, setInRange] = useState(0.5);
  const [items, setItems] = useState<Record<string, string>>({});
  const [validFrom, setValidFrom] = useState(() => Date.now());
  const [note, setNote] = useState('');
  const [touched, setTouched] = useState(false);
  const unsaved = useUnsaved(touched || note !== '');
  const factors = [0.7, 0.8, 0.9, 1];
  const order = (): Order => ({
    ...(place ? { structureId: place } : {}),
    items: Object.entries(items).map(([measurement, item]) => ({
      measurement,
      items: item === leaveOut ? [] : [item],
    })),
    supportType: support,
    gbLevel: grade,
    ...(depth ? { depthH: depth } : {}),
    controlMode: mode,
    ...(mode === 'custom' ? { custom: { inRange, multipliers: factors, rateMultipliers: factors } } : {}),
    validFrom,
    note,
  });
  const { preview, apply } = useSitePreset(projectId, () => {
    unsaved.saved();
    onSaved();
  });
  function set<T>(to: (value: T) => void) {
    return (value: T) => {
      to(value);
      setTouched(true);
      preview.reset();
      apply.reset();
    };
  }
  return (
    <div className={styles.form}>
      <Alert type="warning" showIcon title={t('gb.review')} description={t('gbAll.overwrites')} />
      <div className={styles.halves}>
        <div>
          <span className={styles.label}>{t('gbAll.place')}</span>
          <Select<number>
            style={{ width: '100%' }}
            aria-label={t('gbAll.place')}
            value={place}
            options={[
              { value: 0, label: t('gbAll.whole') },
              ...roots(structures).map((one) => ({ value: one.id, label: one.name })),
            ]}
            onChange={set(setPlace)}
          />
        </div>
        <div>
          <span className={styles.label}>{t('gb.support')}</span>
          <Select
            style={{ width: '100%' }}
            aria-label={t('gb.support')}
            value={support}
            options={presets.supportTypes.map((one) => ({ value: one.code, label: say(one.label) }))}
            onChange={set(setSupport)}
          />
        </div>
      </div>
      <div className={styles.tools} style={{ padding: 0 }}>
        <Segmented
          aria-label={t('gb.grade')}
          value={grade}
          options={[1, 2, 3].map((no) => ({ value: no, label: t('gb.gradeNo', { no }) }))}
          onChange={set(setGrade)}
        />
        <Segmented
          aria-label={t('gb.mode')}
          value={mode}
          options={(['default', 'strict', 'custom'] as const).map((one) => ({
            value: one,
            label: t(`gb.modes.${one}`),
          }))}
          onChange={set(setMode)}
        />
      </div>
      <div className={styles.halves}>
        <div>
          <span className={styles.label}>{t('gb.depth')} m</span>
          <NumberField label={t('gb.depth')} min={0} value={depth} onChange={set(setDepth)} />
        </div>
        {mode === 'custom' && (
          <div>
            <span className={styles.label}>{t('gbAll.inRange')}</span>
            <NumberField
              label={t('gbAll.inRange')}
              min={0}
              max={1}
              step={0.1}
              value={inRange}
              onChange={set((value: number | null) => setInRange(value ?? 0))}
            />
          </div>
        )}
      </div>
      <p className={styles.quiet}>{t('gb.fromEngineering')}</p>
      <Items presets={presets} items={items} onChange={set(setItems)} />
      <WhenFields zone={zone} validFrom={validFrom} note={note} onValidFrom={set(setValidFrom)} onNote={setNote} />
      <Refusal error={apply.error ?? preview.error} />
      {preview.data && (
        <>
          <SitePresetResult found={preview.data} />
          {preview.data.measuringPoints > 0 && <Consequences found={preview.data} zone={zone} />}
        </>
      )}
      <div className={styles.foot}>
        <span>{t('gbAll.review')}</span>
        <Button
          type="primary"
          disabled={!fits(note, noteLength) || preview.data?.measuringPoints === 0}
          loading={apply.isPending || preview.isPending}
          onClick={() => (preview.data ? apply.mutate(order()) : preview.mutate(order()))}
        >
          {preview.data ? t('gb.apply', { count: preview.data.measuringPoints }) : t('bulk.preview')}
        </Button>
      </div>
    </div>
  );
}

interface ItemsProps {
  presets: Presets;
  items: Record<string, string>;
  onChange: (items: Record<string, string>) => void;
}

/** The item of the standard for each measurement that has several. */
function Items({ presets, items, onChange }: ItemsProps) {
  const { t } = useTranslation('configuration');
  const say = useLabel();
  const measurementName = useMeasurementName();
  return (
    <details>
      <summary>{t('gbAll.items')}</summary>
      <div className={styles.halves} style={{ marginTop: 8 }}>
        {ambiguous.map((measurement) => (
          <div key={measurement}>
            <span className={styles.label}>{measurementName(measurement)}</span>
            <Select
              style={{ width: '100%' }}
              aria-label={measurementName(measurement)}
              allowClear
              value={items[measurement] ?? null}
              options={[
                ...presets.list
                  .filter((one) => one.measurements.includes(measurement))
                  .map((one) => ({ value: one.item, label: `${say(one.label)} (${one.clause})` })),
                { value: leaveOut, label: t('gbAll.leaveOut') },
              ]}
              onChange={(item?: string) => {
                const { [measurement]: _old, ...rest } = items;
                onChange(item === undefined ? rest : { ...rest, [measurement]: item });
              }}
            />
          </div>
        ))}
      </div>
    </details>
  );
}

/** The preview of thresholds by the standard, and setting them. */
function useSitePreset(projectId: number, onApplied: () => void) {
  const { t } = useTranslation('configuration');
  const path = '/api/projects/{projectId}/config-threshold-by-gb/all' as const;
  const preview = useMutation({
    mutationFn: (body: Order) => data(client.POST(`${path}/preview`, { params: { path: { projectId } }, body })),
    meta: { quiet: true },
  });
  const apply = useMutation({
    mutationFn: (body: Order) => data(client.POST(path, { params: { path: { projectId } }, body })),
    meta: { quiet: true },
    onSuccess: ({ measuringPoints }) => {
      announce('success', t('gbAll.saved', { count: measuringPoints }));
      onApplied();
    },
  });
  return { preview, apply };
}
