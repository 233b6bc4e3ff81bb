import type { TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatChange, formatNumber } from '@/ui/format/number';
import { UnitHead } from '@/ui/table/columns';
import { BaseChoice } from '../../components/base-choice';
import type { TableLook } from '../../components/reading-columns';
import { ReadingTable } from '../../components/reading-table';
import { BaseNote } from '../../components/stage-notes';
import { notCounting } from '../../model/flags';
import type { ReadingPage, ReadingRecord } from '../../model/reading-page';
import { ModeChoice, PairChoice, type Parts, TemperatureNodes, TypeOfTemperature } from './controls';
import { differenceOf, type HeatScale, heatColor, heatScale, placeName, riskyDifference, tableNodes } from './model';
import styles from './view.module.css';

/** Times by depths, warm values red and cold ones blue, with the core–surface difference. */
export function TemperatureTable(props: Parts) {
  const { zone, point, page, state, change, nodes, look, pair } = props;
  const { t } = useTranslation('data-views');
  const { valueType } = look;
  const changes = valueType === 'accumulated';
  const signed = valueType !== 'observed';
  const unit = valueType === 'rate' ? '°C/d' : '°C';
  const differs = pair !== null && (changes || !signed);
  const base = changes ? state.base : null;
  const scaleOf = (read: ReadingPage) =>
    heatScale(
      read.rows.filter((row) => !notCounting(row.flags)),
      signed,
    );

  const difference = ({ columns }: ReadingPage): TableColumnType<ReadingRecord> => ({
    key: 'difference',
    align: 'right',
    title: <UnitHead title={t('temperature.difference')} unit="°C" />,
    render: (_, row) => {
      const valueAt = (no: number) => row.values[columns.findIndex((column) => column.node === no)];
      const value = pair && differenceOf(pair, valueAt);
      const risky = !signed && value !== null && value >= riskyDifference;
      return (
        <span className={risky ? styles.risky : undefined} title={risky ? t('temperature.risky') : undefined}>
          {(signed ? formatChange : formatNumber)(value, 1)}
        </span>
      );
    },
  });
  const cells: TableLook = {
    title: (column) => ({ title: placeName({ no: column.node, depth: column.depth, old: column.old }, t), unit }),
    shade: (read) => {
      const scale = scaleOf(read);
      return (row, value) => (scale && !notCounting(row.flags) ? heatColor(value, scale) : undefined);
    },
    more: (read) => (differs ? [difference(read)] : []),
    note: (read) => <Scale {...{ scale: scaleOf(read), unit, signed, risky: differs && !signed }} />,
  };
  return (
    <ReadingTable
      {...{ page, zone, point, state, change, base }}
      valueTypes={[valueType]}
      fields={['temp']}
      nodes={tableNodes(nodes, state.nodes, pair)}
      look={cells}
      notes={<BaseNote base={base} zone={zone} onReset={() => change({ base: null })} />}
      controls={
        <>
          <ModeChoice look={look} change={change} />
          <TypeOfTemperature look={look} change={change} />
          <TemperatureNodes {...{ nodes, state, change }} />
          <PairChoice {...{ nodes, pair, change }} />
          {changes && (
            <BaseChoice
              inline
              zone={zone}
              base={state.base}
              reading={null}
              onChange={(at) => change({ base: at, page: 1 })}
            />
          )}
        </>
      }
    />
  );
}

interface ScaleProps {
  scale: HeatScale | null;
  unit: string;
  signed: boolean;
  risky: boolean;
}

/** The scale of the colors, and what a marked difference means. */
function Scale({ scale, unit, signed, risky }: ScaleProps) {
  const { t } = useTranslation('data-views');
  if (!scale) return null;
  const text = (value: number) => `${(signed ? formatChange : formatNumber)(value, 1)} ${unit}`;
  const stops = [0, 0.25, 0.5, 0.75, 1].map((part) => heatColor(scale.low + part * (scale.high - scale.low), scale));
  return (
    <div className={styles.scale}>
      <span>{text(scale.low)}</span>
      <span
        className={styles.ramp}
        style={{ background: `linear-gradient(to right, ${stops.join(', ')})` }}
        aria-hidden
      />
      <span>{text(scale.high)}</span>
      {risky && <span>{t('temperature.limit', { value: riskyDifference })}</span>}
    </div>
  );
}
