import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { measurementsQuery } from '@/api/catalog';
import type { components } from '@/api/schema.gen';
import { type EditorProps, replaceAt, withoutAt } from '@/entities/configuration/editor';
import styles from '@/entities/configuration/editors/editors.module.css';
import { Field } from '@/entities/configuration/editors/field';
import { LimitedInput } from '@/ui/form/limited';
import { NumberField } from '@/ui/form/number-field';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { PictureField } from '@/ui/picture/picture-field';
import { overlapping } from '../model/ground';
import own from './point-settings.module.css';
import { StationsField } from './stations-field';

export type Engineering = components['schemas']['PointEngineering'];
type Numbers = Record<string, number>;

/** Engineering data of a point: location, ground and excavation, design. */
export function EngineeringEditor({ value, original, onChange, place }: EditorProps<Engineering>) {
  const { t } = useTranslation('point-settings');
  const { data: measurements = [] } = useQuery(measurementsQuery);
  const measured = measurements.find((one) => one.code === place.measurement);
  const unit = measured?.fields.find((one) => one.name === measured.mainField)?.unit ?? '';
  const set = (change: Partial<Record<keyof Engineering, unknown>>) => onChange(without({ ...value, ...change }));
  const text = (name: 'location' | 'section' | 'chainage') => (
    <Field label={t(`engineering.${name}`)}>
      <LimitedInput
        aria-label={t(`engineering.${name}`)}
        max={100}
        value={value[name] ?? ''}
        onChange={(event) => set({ [name]: event.target.value || undefined })}
      />
    </Field>
  );
  const number = (
    name: 'elevation' | 'collarElevation' | 'pitDepthH' | 'lockOffForce' | 'boltCount',
    limits: { min?: number; step?: number },
  ) => (
    <Field label={t(`engineering.${name}`)}>
      <NumberField
        {...limits}
        label={t(`engineering.${name}`)}
        value={value[name] ?? null}
        original={original?.[name] ?? null}
        onChange={(next) => set({ [name]: next ?? undefined })}
      />
    </Field>
  );
  // A number of a group; a group without numbers is omitted.
  const inner = (group: 'designValues' | 'control' | 'material', name: keyof typeof words) => {
    const numbers = (value[group] ?? {}) as Numbers;
    // Design and control values have the point's unit; materials have their own.
    const of = group === 'material' || !unit ? '' : ` ${unit}${name === 'rate' ? '/d' : ''}`;
    const label = `${t(`engineering.${name}`)}${of}`;
    return (
      <Field key={name} label={label}>
        <NumberField
          label={label}
          min={0}
          value={numbers[name] ?? null}
          original={((original?.[group] ?? {}) as Numbers)[name] ?? null}
          onChange={(next) => {
            const { [name]: _old, ...rest } = numbers;
            const all = next === null ? rest : { ...rest, [name]: next };
            set({ [group]: Object.keys(all).length > 0 ? all : undefined });
          }}
        />
      </Field>
    );
  };
  return (
    <div className={own.parts}>
      <Part title={t('engineering.place')}>
        <div className={styles.grid}>
          {text('location')}
          {text('section')}
          {text('chainage')}
          {number('elevation', {})}
          {number('collarElevation', {})}
          <Field label={t('engineering.installedAt')}>
            <ZonedPicker
              allowClear
              zone={place.zone}
              label={t('engineering.installedAt')}
              value={value.installedAt ?? null}
              onChange={(time) => set({ installedAt: time ?? undefined })}
            />
          </Field>
        </div>
        <div className={own.photo}>
          <span>{t('engineering.photo')}</span>
          <PictureField
            label={t('engineering.photo')}
            value={value.photoUrl ?? ''}
            onChange={(url) => set({ photoUrl: url || undefined })}
          />
        </div>
      </Part>
      <Rows
        title={t('engineering.soilLayers')}
        add={t('engineering.addLayer')}
        rows={value.soilLayers ?? []}
        blank={(rows) => ({ name: '', from: rows.at(-1)?.to ?? 0, to: (rows.at(-1)?.to ?? 0) + 1 })}
        hint={overlapping(value.soilLayers ?? []) ? t('engineering.overlaps') : undefined}
        numbers={['from', 'to']}
        onChange={(rows) => set({ soilLayers: rows.length > 0 ? rows : undefined })}
      />
      <Rows
        title={t('engineering.stages')}
        add={t('engineering.addStage')}
        rows={value.stages ?? []}
        blank={() => ({ name: '', depth: 0, date: 0 })}
        numbers={['depth']}
        zone={place.zone}
        onChange={(rows) => set({ stages: rows.length > 0 ? rows : undefined })}
      />
      <Rows
        title={t('engineering.marks')}
        add={t('engineering.addMark')}
        rows={value.marks ?? []}
        blank={() => ({ name: '', depth: 0 })}
        hint={t('engineering.marksHint')}
        numbers={['depth']}
        onChange={(rows) => set({ marks: rows.length > 0 ? rows : undefined })}
      />
      <Line {...{ value, place, set }} />
      <Part title={t('engineering.pit')}>
        <div className={styles.grid}>
          {number('pitDepthH', { min: 0 })}
          {(['f1', 'f2', 'fy'] as const).map((name) => inner('designValues', name))}
          {number('lockOffForce', { min: 0 })}
          {(['accumulated', 'rate'] as const).map((name) => inner('control', name))}
        </div>
      </Part>
      <Part title={t('engineering.material')}>
        <div className={styles.grid}>
          {(['E', 'A', 'Ec', 'Es', 'As'] as const).map((name) => inner('material', name))}
          {number('boltCount', { min: 0, step: 1 })}
        </div>
      </Part>
    </div>
  );
}

interface LineProps extends Pick<EditorProps<Engineering>, 'value' | 'place'> {
  set: (change: Partial<Record<keyof Engineering, unknown>>) => void;
}

/** The ground above a pipe, or the design line of a hole; other points have neither. */
function Line({ value, place, set }: LineProps) {
  const { t } = useTranslation('point-settings');
  if (place.category === 'PAM') {
    const places = (rows: number[][]) => rows.map(([chainage = 0, elevation = 0]) => ({ chainage, elevation }));
    return (
      <Part title={t('engineering.groundLine')}>
        <StationsField
          label={t('engineering.groundLine')}
          hint={t('engineering.groundLineHint')}
          columns={[
            { title: t('engineering.lineChainage'), unit: 'm' },
            { title: t('engineering.lineElevation'), unit: 'm' },
          ]}
          rows={(value.groundLine ?? []).map(({ chainage, elevation }) => [chainage, elevation])}
          least={2}
          onChange={(rows) => set({ groundLine: some(places(rows)) })}
        />
      </Part>
    );
  }
  if (place.category !== 'RDM') return null;
  const places = (rows: number[][]) =>
    rows.map(([depth = 0, offsetA = 0, offsetB = 0]) => ({ depth, offsetA, offsetB }));
  return (
    <Part title={t('engineering.designLine')}>
      <StationsField
        label={t('engineering.designLine')}
        hint={t('engineering.designLineHint')}
        columns={[
          { title: t('engineering.lineDepth'), unit: 'm' },
          { title: t('engineering.lineOffset', { axis: 'A' }), unit: 'mm' },
          { title: t('engineering.lineOffset', { axis: 'B' }), unit: 'mm' },
        ]}
        rows={(value.designLine ?? []).map(({ depth, offsetA, offsetB }) => [depth, offsetA, offsetB ?? 0])}
        least={2}
        onChange={(rows) => set({ designLine: some(places(rows)) })}
      />
    </Part>
  );
}

/** Labels of grouped numbers. */
const words = { f1: 1, f2: 1, fy: 1, accumulated: 1, rate: 1, E: 1, A: 1, Ec: 1, Es: 1, As: 1 } as const;

/** some is a list, undefined if it is empty. */
const some = <T,>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);

/** without drops undefined values. */
function without(value: Record<string, unknown>): Engineering {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={own.title}>{title}</h3>
      {children}
    </section>
  );
}

interface Row {
  name: string;
  from?: number;
  to?: number;
  depth?: number;
  date?: number;
}

interface RowsProps<T extends Row> {
  title: string;
  add: string;
  rows: T[];
  blank: (rows: T[]) => T;
  numbers: readonly ('from' | 'to' | 'depth')[];
  /** Set where the rows have a date. */
  zone?: string;
  hint?: string | undefined;
  onChange: (rows: T[]) => void;
}

/** Things along the depth: each a name with its depths. */
function Rows<T extends Row>({ title, add, rows, blank, numbers, zone, hint, onChange }: RowsProps<T>) {
  const { t } = useTranslation('point-settings');
  return (
    <Part title={title}>
      {rows.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
        <div key={i} className={own.row} data-columns={numbers.length + (zone ? 2 : 1)}>
          <Field label={i === 0 && t('engineering.name')}>
            <LimitedInput
              aria-label={`${title} ${i + 1} ${t('engineering.name')}`}
              max={100}
              value={row.name}
              onChange={(event) => onChange(replaceAt(rows, i, { ...row, name: event.target.value }))}
            />
          </Field>
          {numbers.map((name) => (
            <Field key={name} label={i === 0 && t(`engineering.${name}`)}>
              <NumberField
                label={`${title} ${i + 1} ${t(`engineering.${name}`)}`}
                min={0}
                value={row[name] ?? null}
                onChange={(next) => onChange(replaceAt(rows, i, { ...row, [name]: next ?? 0 }))}
              />
            </Field>
          ))}
          {zone && (
            <Field label={i === 0 && t('engineering.date')}>
              <ZonedPicker
                allowClear
                zone={zone}
                label={`${title} ${i + 1} ${t('engineering.date')}`}
                placeholder={t('engineering.notYet')}
                value={row.date || null}
                onChange={(time) => onChange(replaceAt(rows, i, { ...row, date: time ?? 0 }))}
              />
            </Field>
          )}
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('engineering.remove', { name: row.name || `${title} ${i + 1}` })}
            onClick={() => onChange(withoutAt(rows, i))}
          />
        </div>
      ))}
      <Button icon={<PlusOutlined aria-hidden />} onClick={() => onChange([...rows, blank(rows)])}>
        {add}
      </Button>
      {hint && <p className={styles.hint}>{hint}</p>}
    </Part>
  );
}
