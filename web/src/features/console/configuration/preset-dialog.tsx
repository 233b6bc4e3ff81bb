import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, Button, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
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
import styles from './configuration.module.css';
import { PresetResult } from './preset-result';
import type { PointThresholds } from './queries';
import { WhenFields } from './when-fields';

type Order = components['schemas']['GBOrder'];
type Presets = components['schemas']['GBThresholds'];
type Item = Presets['list'][number];

interface Props {
  projectId: number;
  zone: string;
  points: PointThresholds[];
  onClose: () => void;
  onSaved: () => void;
}

/** Sets thresholds of the chosen points by the national standard, after a preview of the limits and their effect. */
export function PresetDialog({ projectId, zone, points, onClose, onSaved }: Props) {
  const { t } = useTranslation('configuration');
  const unsaved = useUnsaved();
  const query = useQuery({
    queryKey: ['gb-thresholds', projectId],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/gb-thresholds', { params: { path: { projectId } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Dialog open width={680} title={t('gb.title')} footer={null} onCancel={() => unsaved.leave(onClose)}>
      <Unsaved of={unsaved}>
        <QueryPanel query={query} rows={6}>
          {(presets) => (
            <Form
              projectId={projectId}
              zone={zone}
              points={points}
              presets={presets}
              onClose={onClose}
              onSaved={onSaved}
            />
          )}
        </QueryPanel>
      </Unsaved>
    </Dialog>
  );
}

type Custom = NonNullable<Order['custom']>;

function Form({ projectId, zone, points, presets, onSaved }: Props & { presets: Presets }) {
  const { t } = useTranslation(['configuration', 'common']);
  const items = presets.list.filter((one) => points.every((point) => one.measurements.includes(point.measurement)));
  const [code, setCode] = useState(items[0]?.item ?? '');
  const item = items.find((one) => one.item === code);
  const supports = supportsOf(item);
  const [support, setSupport] = useState('');
  const [grade, setGrade] = useState(1);
  const [depth, setDepth] = useState<number | null>(null);
  const [design, setDesign] = useState<Record<string, number>>({});
  const [mode, setMode] = useState<Order['controlMode']>('default');
  const [custom, setCustom] = useState<Custom>({
    multipliers: [0.7, 0.8, 0.9, 1],
    rateMultipliers: [0.7, 0.8, 0.9, 1],
  });
  const fromStandard = mode !== 'custom' || custom.inRange !== undefined;
  const [validFrom, setValidFrom] = useState(() => Date.now());
  const [note, setNote] = useState('');
  const [touched, setTouched] = useState(false);
  const unsaved = useUnsaved(touched || note !== '');
  const body = (): Order => ({
    measuringPointIds: points.map((point) => point.measuringPointId),
    item: code,
    supportType: support || (supports[0] ?? ''),
    gbLevel: grade,
    ...(depth ? { depthH: depth } : {}),
    designValues: design,
    controlMode: mode,
    ...(mode === 'custom' ? { custom } : {}),
    valueTypes: item?.ref ? ['observed'] : ['accumulated', 'rate'],
    validFrom,
    note,
  });
  const { preview, apply } = usePreset(projectId, points.length, () => {
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
      <Alert type="warning" showIcon title={t('gb.review')} description={t('gb.overwrites')} />
      <ItemChoice
        {...{ presets, items, code, support }}
        onItem={set((next: string) => {
          setCode(next);
          setSupport('');
        })}
        onSupport={set(setSupport)}
      />
      <div className={styles.when}>
        <div>
          <span className={styles.label}>{t('gb.grade')}</span>
          <Segmented
            aria-label={t('gb.grade')}
            value={grade}
            options={[1, 2, 3].map((no) => ({ value: no, label: t('gb.gradeNo', { no }) }))}
            onChange={set(setGrade)}
          />
        </div>
        <div>
          <span className={styles.label}>{t('gb.mode')}</span>
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
      </div>
      {mode === 'custom' && <CustomLimits unit={item?.unit ?? ''} custom={custom} onChange={set(setCustom)} />}
      {fromStandard && <DesignValues {...{ item, depth, design }} onDepth={set(setDepth)} onDesign={set(setDesign)} />}
      <WhenFields zone={zone} validFrom={validFrom} note={note} onValidFrom={set(setValidFrom)} onNote={setNote} />
      <Refusal error={apply.error ?? preview.error} />
      {fromStandard && <p className={styles.quiet}>{t('gb.fromEngineering')}</p>}
      {preview.data && (
        <>
          <PresetResult found={preview.data.byPoint} points={points} />
          <Consequences found={preview.data} zone={zone} />
        </>
      )}
      <div className={styles.foot}>
        <span>{t('bulk.chosen', { count: points.length })}</span>
        <Button
          type="primary"
          disabled={(!preview.data && !item) || !fits(note, noteLength)}
          loading={apply.isPending || preview.isPending}
          onClick={() => (preview.data ? apply.mutate(body()) : preview.mutate(body()))}
        >
          {preview.data ? t('gb.apply', { count: points.length }) : t('bulk.preview')}
        </Button>
      </div>
    </div>
  );
}

function withNumber(custom: Custom, name: 'control' | 'rateControl', value: number | null): Custom {
  const { [name]: _old, ...rest } = custom;
  return value === null ? rest : { ...rest, [name]: value };
}

/** The preview of thresholds by the standard, and setting them. */
function usePreset(projectId: number, count: number, onApplied: () => void) {
  const { t } = useTranslation('configuration');
  const preview = useMutation({
    mutationFn: (order: Order) =>
      data(
        client.POST('/api/projects/{projectId}/config-threshold-by-gb/preview', {
          params: { path: { projectId } },
          body: order,
        }),
      ),
    meta: { quiet: true },
  });
  const apply = useMutation({
    mutationFn: (order: Order) =>
      data(
        client.POST('/api/projects/{projectId}/config-threshold-by-gb', {
          params: { path: { projectId } },
          body: order,
        }),
      ),
    meta: { quiet: true },
    onSuccess: () => {
      announce('success', t('bulk.saved', { count: count }));
      onApplied();
    },
  });
  return { preview, apply };
}

interface ItemProps {
  presets: Presets;
  items: Item[];
  code: string;
  support: string;
  onItem: (code: string) => void;
  onSupport: (support: string) => void;
}

/** The item of the standard, and the support type if the item has several. */
function ItemChoice({ presets, items, code, support, onItem, onSupport }: ItemProps) {
  const { t } = useTranslation('configuration');
  const say = useLabel();
  const supports = supportsOf(items.find((one) => one.item === code));
  return (
    <div className={styles.halves}>
      <div>
        <span className={styles.label}>{t('gb.item')}</span>
        <Select
          style={{ width: '100%' }}
          aria-label={t('gb.item')}
          value={code || null}
          options={items.map((one) => ({ value: one.item, label: `${say(one.label)} (${one.clause})` }))}
          onChange={onItem}
        />
      </div>
      {supports.length > 0 && (
        <div>
          <span className={styles.label}>{t('gb.support')}</span>
          <Select
            style={{ width: '100%' }}
            aria-label={t('gb.support')}
            value={support || supports[0] || null}
            options={presets.supportTypes
              .filter((one) => supports.includes(one.code))
              .map((one) => ({ value: one.code, label: say(one.label) }))}
            onChange={onSupport}
          />
        </div>
      )}
    </div>
  );
}

const supportsOf = (item: Item | undefined) => item?.supports.flatMap((row) => row.types) ?? [];

interface AmountProps {
  name: string;
  unit: string;
  value: number | null;
  onChange: (value: number | null) => void;
}

function Amount({ name, unit, value, onChange }: AmountProps) {
  return (
    <div>
      <span className={styles.label}>
        {name} {unit}
      </span>
      <NumberField label={name} min={0} value={value} onChange={onChange} />
    </div>
  );
}

interface CustomProps {
  unit: string;
  custom: Custom;
  onChange: (custom: Custom) => void;
}

/** Own control values or a place in the ranges of the standard, and the share of them at which each level begins. */
function CustomLimits({ unit, custom, onChange }: CustomProps) {
  const { t } = useTranslation(['configuration', 'common']);
  const { inRange, multipliers, rateMultipliers } = custom;
  return (
    <>
      <div>
        <span className={styles.label}>{t('gb.basis')}</span>
        <Segmented
          aria-label={t('gb.basis')}
          value={inRange === undefined ? 'control' : 'range'}
          options={(['control', 'range'] as const).map((one) => ({ value: one, label: t(`gb.bases.${one}`) }))}
          onChange={(basis) =>
            onChange({ multipliers, rateMultipliers, ...(basis === 'range' ? { inRange: 0.5 } : {}) })
          }
        />
      </div>
      {inRange === undefined ? (
        <div className={styles.when}>
          <Amount
            name={t('gb.control')}
            unit={unit}
            value={custom.control ?? null}
            onChange={(value) => onChange(withNumber(custom, 'control', value))}
          />
          <Amount
            name={t('gb.rateControl')}
            unit={`${unit}/d`}
            value={custom.rateControl ?? null}
            onChange={(value) => onChange(withNumber(custom, 'rateControl', value))}
          />
        </div>
      ) : (
        <div className={styles.when}>
          <div>
            <span className={styles.label}>{t('gbAll.inRange')}</span>
            <NumberField
              label={t('gbAll.inRange')}
              min={0}
              max={1}
              step={0.1}
              value={inRange}
              onChange={(value) => onChange({ ...custom, inRange: value ?? 0 })}
            />
          </div>
        </div>
      )}
      {(['multipliers', 'rateMultipliers'] as const).map((name) => (
        <div key={name}>
          <span className={styles.label}>{t(`gb.${name}`)}</span>
          <div className={styles.tools}>
            {(custom[name] ?? []).map((factor, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: four factors, by level
              <div key={i} className={styles.cell}>
                <NumberField
                  label={`${t(`gb.${name}`)} ${t(`common:level.${(i + 1) as 1}`)}`}
                  min={0}
                  max={1.5}
                  step={0.05}
                  value={factor}
                  onChange={(value: number | null) =>
                    onChange({
                      ...custom,
                      [name]: (custom[name] ?? []).map((one, k) => (k === i ? (value ?? 0) : one)),
                    })
                  }
                />
              </div>
            ))}
          </div>
        </div>
      ))}
    </>
  );
}

interface DesignProps {
  item: Item | undefined;
  depth: number | null;
  design: Record<string, number>;
  onDepth: (depth: number | null) => void;
  onDesign: (design: Record<string, number>) => void;
}

/** The reference of the standard: excavation depth, or design values. */
function DesignValues({ item, depth, design, onDepth, onDesign }: DesignProps) {
  const { t } = useTranslation('configuration');
  return (
    <div className={styles.when}>
      {!item?.ref && <Amount name={t('gb.depth')} unit="m" value={depth} onChange={onDepth} />}
      {item?.ref &&
        [item.ref, ...(item.lower ? ['fy'] : [])].map((name) => (
          <div key={name}>
            <Amount
              name={t(`gb.${name as 'f1'}`)}
              unit={item?.unit ?? ''}
              value={design[name] ?? null}
              onChange={(value) => {
                const { [name]: _old, ...rest } = design;
                onDesign(value === null ? rest : { ...rest, [name]: value });
              }}
            />
          </div>
        ))}
    </div>
  );
}
