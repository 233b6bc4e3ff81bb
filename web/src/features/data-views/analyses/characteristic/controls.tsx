import { Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useTypeWord } from '../../model/type-word';
import type { FieldInfo, PointState, ValueType } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { mostPoints } from './model';

const since = ['range', 'initial'] as const;

interface Props {
  change: (change: Partial<ViewState>) => void;
  types: readonly ValueType[];
  valueType: ValueType;
  fromInitial: boolean;
  fields: readonly FieldInfo[];
  /** Names of the chosen fields; empty: all. */
  chosen: string[];
  /** Points that can be added. */
  others: readonly PointState[];
  /** The points that are shown, that of the page first. */
  points: readonly number[];
}

/** The period, value type, components and points of characteristic values. */
export function CharacteristicControls(props: Props) {
  const { change, types, valueType, fromInitial, fields, chosen, others, points } = props;
  const { t } = useTranslation(['characteristic', 'analysis']);
  const typeWord = useTypeWord();
  return (
    <>
      <Segmented
        aria-label={t('window')}
        value={fromInitial ? 'initial' : 'range'}
        options={since.map((value) => ({ value, label: t(`of.${value}`) }))}
        onChange={(mode) => change({ mode: mode === 'initial' ? mode : null })}
      />
      {types.length > 1 && (
        <Segmented
          aria-label={t('analysis:valueType')}
          value={valueType}
          options={types.map((value) => ({ value, label: typeWord(value) }))}
          onChange={(type) => change({ type })}
        />
      )}
      {fields.length > 1 && (
        <Select
          mode="multiple"
          allowClear
          style={{ minWidth: 140 }}
          maxTagCount="responsive"
          aria-label={t('fields')}
          placeholder={t('allFields')}
          value={chosen}
          options={fields.map((one) => ({ value: one.name, label: one.label }))}
          onChange={(list: string[]) => change({ fields: list })}
        />
      )}
      {others.length > 0 && (
        <Select
          mode="multiple"
          allowClear
          style={{ minWidth: 150 }}
          maxCount={mostPoints - 1}
          maxTagCount={0}
          maxTagPlaceholder={(list) => t('others', { count: list.length })}
          aria-label={t('addPoints')}
          placeholder={t('addPoints')}
          optionFilterProp="label"
          value={points.slice(1)}
          options={others.map((one) => ({ value: one.id, label: one.name }))}
          onChange={(list: number[]) => change({ points: list })}
        />
      )}
    </>
  );
}
