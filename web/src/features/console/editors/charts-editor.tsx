import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pagesQuery, useAttributes, useDeviceType, useLabel } from '@/api/catalog';
import type { components } from '@/api/schema.gen';
import type { EditorProps } from '@/entities/configuration/editor';
import styles from '@/entities/configuration/editors/editors.module.css';
import { Field } from '@/entities/configuration/editors/field';
import { LimitedInput } from '@/ui/form/limited';
import { NumberField } from '@/ui/form/number-field';
import { PanelEmpty } from '@/ui/states';
import own from './point-settings.module.css';

export type Charts = components['schemas']['PointCharts'];
type Chart = Charts['list'][number];
type Configs = Chart['configs'];

const types = ['observed', 'accumulated', 'change', 'rate'] as const;
const palettes = ['standard', 'cool', 'warm', 'mono'] as const;

interface Props extends EditorProps<Charts> {
  /** Slugs of the views of the point that can be set. */
  pages: readonly string[];
}

/** Chart settings of each data view of a point; empty ones follow the device. */
export function ChartsEditor({ value, original, onChange, place, pages }: Props) {
  const { t } = useTranslation(['point-settings', 'common']);
  const say = useLabel();
  const { data: known = [] } = useQuery(pagesQuery);
  const [chosen, setChosen] = useState(value.list[0]?.chart ?? pages[0] ?? '');
  const attributes = useAttributes(place.measurement).map((a) => ({
    value: a.name,
    label: `${say(a.label)}${a.unit ? ` ${a.unit}` : ''}`,
  }));
  const arrays = useDeviceType(place.category)?.nodes ?? false;
  if (pages.length === 0) return <PanelEmpty title={t('chart.none')} />;
  const name = (slug: string) =>
    say(known.find((one) => one.slug === slug)?.label ?? { zh: slug, en: slug, 'zh-TW': slug });
  const blank: Chart = { chart: chosen, configs: {} };
  const now = value.list.find((one) => one.chart === chosen) ?? blank;
  const before = original?.list.find((one) => one.chart === chosen)?.configs ?? {};
  const put = (next: Chart) => {
    const others = value.list.filter((one) => one.chart !== chosen);
    const empty = !next.label && Object.keys(next.configs).length === 0;
    onChange({ list: empty ? others : [...others, next] });
  };
  const set = (change: Partial<Record<keyof Configs, unknown>>) => {
    const configs = Object.fromEntries(
      Object.entries({ ...now.configs, ...change }).filter(([, one]) => one !== undefined),
    ) as Configs;
    put({ ...now, configs });
  };
  const c = now.configs;
  const fields = { configs: c, set, attributes, arrays };
  const number = (field: 'yMin' | 'yMax' | 'decimals', limits: object) => (
    <Field label={t(`chart.${field}`)}>
      <NumberField
        {...limits}
        label={t(`chart.${field}`)}
        value={c[field] ?? null}
        original={before[field] ?? null}
        onChange={(next) => set({ [field]: next ?? undefined })}
      />
    </Field>
  );
  return (
    <>
      <div className={own.view}>
        <Field label={t('chart.view')}>
          <Select
            style={{ width: '100%' }}
            aria-label={t('chart.view')}
            value={chosen}
            options={pages.map((slug) => ({
              value: slug,
              label: value.list.some((one) => one.chart === slug) ? t('chart.own', { name: name(slug) }) : name(slug),
            }))}
            onChange={setChosen}
          />
        </Field>
      </div>
      <div className={styles.grid}>
        <Field label={t('chart.label')}>
          <LimitedInput
            aria-label={t('chart.label')}
            placeholder={t('chart.labelHint')}
            max={20}
            value={now.label ?? ''}
            onChange={(event) => put({ ...now, label: event.target.value })}
          />
        </Field>
        {chosen === 'adm-profile' ? <ProfileFields {...fields} /> : <SeriesFields {...fields} />}
        {number('yMin', {})}
        {number('yMax', {})}
        {number('decimals', { min: 0, max: 9, step: 1 })}
        <Choice
          label={t('chart.palette')}
          options={palettes.map((one) => ({ value: one, label: t(`chart.palettes.${one}`) }))}
          value={c.palette || null}
          onChange={(palette) => set({ palette })}
        />
        <Choice
          label={t('chart.showThreshold')}
          options={[
            { value: 'on', label: t('chart.shown') },
            { value: 'off', label: t('chart.hidden') },
          ]}
          value={flag(c.showThreshold)}
          onChange={(one) => set({ showThreshold: one && one === 'on' })}
        />
      </div>
      {typeof c.yMin === 'number' && typeof c.yMax === 'number' && c.yMin >= c.yMax && (
        <p className={styles.hint}>{t('chart.range')}</p>
      )}
      <p className={styles.hint}>{t('chart.asDevice')}</p>
      {value.list.some((one) => one.chart === chosen) && <Button onClick={() => put(blank)}>{t('chart.back')}</Button>}
    </>
  );
}

const flag = (on?: boolean | null) => (on === undefined || on === null ? null : on ? 'on' : 'off');

interface ChoiceProps<T extends string> {
  label: string;
  options: { value: T; label: string }[];
  value: T | null;
  /** undefined: follow the device. */
  onChange: (value: T | undefined) => void;
}

function Choice<T extends string>({ label, options, value, onChange }: ChoiceProps<T>) {
  return (
    <Field label={label}>
      <Select<T>
        allowClear
        style={{ width: '100%' }}
        aria-label={label}
        value={value}
        options={options}
        onChange={(one?: T) => onChange(one)}
      />
    </Field>
  );
}

interface FieldsProps {
  configs: Configs;
  set: (change: Partial<Record<keyof Configs, unknown>>) => void;
  attributes: { value: string; label: string }[];
  arrays: boolean;
}

/** Settings of a profile: the content of its two plots, and the end from which depth counts. */
function ProfileFields({ configs: c, set, attributes }: FieldsProps) {
  const { t } = useTranslation('point-settings');
  return (
    <>
      <Choice
        label={t('chart.left')}
        options={attributes}
        value={c.profileChart1LMetric ?? null}
        onChange={(one) => set({ profileChart1LMetric: one })}
      />
      <Choice
        label={t('chart.right')}
        options={attributes}
        value={c.profileChart1RMetric ?? null}
        onChange={(one) => set({ profileChart1RMetric: one })}
      />
      <Choice
        label={t('chart.reverseDepth')}
        options={[
          { value: 'on', label: t('chart.down') },
          { value: 'off', label: t('chart.up') },
        ]}
        value={flag(c.reverseDepth)}
        onChange={(one) => set({ reverseDepth: one && one === 'on' })}
      />
    </>
  );
}

/** Settings of other views: fields, value types, and the nodes of an array. */
function SeriesFields({ configs: c, set, attributes, arrays }: FieldsProps) {
  const { t } = useTranslation(['point-settings', 'common']);
  return (
    <>
      <Field label={t('chart.fields')}>
        <Select
          mode="multiple"
          style={{ width: '100%' }}
          aria-label={t('chart.fields')}
          value={c.fields ?? []}
          options={attributes}
          onChange={(list: string[]) => set({ fields: list.length > 0 ? list.slice(0, 11) : undefined })}
        />
      </Field>
      <Choice
        label={t('chart.valueType')}
        options={types.map((one) => ({ value: one, label: t(`common:valueType.${one}`) }))}
        value={c.valueType || null}
        onChange={(valueType) => set({ valueType })}
      />
      {arrays && (
        <Field label={t('chart.nodes')}>
          <Select
            mode="tags"
            style={{ width: '100%' }}
            aria-label={t('chart.nodes')}
            tokenSeparators={[',', ' ', '，']}
            value={(c.nodes ?? []).map(String)}
            onChange={(list: string[]) => {
              const nodes = [...new Set(list.map(Number))].filter((no) => Number.isInteger(no) && no > 0);
              set({ nodes: nodes.length > 0 ? nodes : undefined });
            }}
          />
        </Field>
      )}
    </>
  );
}
