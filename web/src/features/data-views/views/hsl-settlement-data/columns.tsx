import type { TableColumnType } from 'antd';
import type { useTranslation } from 'react-i18next';
import { formatChange, formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { UnitHead } from '@/ui/table/columns';
import styles from '../../components/reading-table.module.css';
import type { LevelLine, LineReading, Vessel } from '../../model/level-line';
import type { PointState, ValueType } from '../../model/types';
import { type Content, cellOf } from './model';

/** The number to explain, and its point. */
export interface AskedVessel {
  point: PointState;
  field: string;
  time: number;
  valueType: ValueType;
}

interface Options {
  line: LevelLine;
  shown: readonly Content[];
  valueType: ValueType;
  zone: string;
  t: ReturnType<typeof useTranslation<'data-views'>>['t'];
  onAsk: (asked: AskedVessel) => void;
}

const decimalsOf: Record<Content, number> = { settlement: 2, level: 2, difference: 2, temp: 1 };

/** lineColumns are the time and the values of each vessel, in groups if there are several. */
export function lineColumns(options: Options): TableColumnType<LineReading>[] {
  const { line, shown, zone, t } = options;
  const head = ({ name, reference }: Vessel) => (reference ? t('line.referenceHead', { name }) : name);
  const time: TableColumnType<LineReading> = {
    key: 'time',
    title: t('column.time'),
    fixed: 'start',
    width: 168,
    render: (_, row) => formatTime(row.t, zone),
  };
  const [only] = shown;
  return [
    time,
    ...line.vessels.map((vessel, i) =>
      shown.length === 1 && only
        ? { ...valueColumn(options, i, only), title: <UnitHead title={head(vessel)} unit={unitOf(only, options)} /> }
        : {
            key: String(vessel.id),
            title: head(vessel),
            children: shown.map((content) => valueColumn(options, i, content)),
          },
    ),
  ] as TableColumnType<LineReading>[];
}

function unitOf(content: Content, { valueType }: Options): string {
  if (content === 'temp') return '°C';
  return content === 'settlement' && valueType === 'rate' ? 'mm/d' : 'mm';
}

function valueColumn(options: Options, i: number, content: Content): TableColumnType<LineReading> {
  const { line, valueType, t, onAsk } = options;
  const { id, point } = line.vessels[i] as Vessel;
  const title = content === 'temp' ? t('column.temp') : t(`line.${content}`);
  const signed = content === 'settlement' && valueType !== 'observed';
  const field = content === 'difference' ? 'level' : content;
  return {
    key: `${id}:${content}`,
    align: 'right',
    title: <UnitHead title={title} unit={unitOf(content, options)} />,
    render: (_, row) => {
      const { value, outside } = cellOf(row, line.vessels, i, content);
      const text = (signed ? formatChange : formatNumber)(value, decimalsOf[content]);
      return (
        <button
          type="button"
          className={`${styles.cell} ${outside ? styles.invalid : ''}`}
          title={outside ? t('line.refill') : t('explain')}
          disabled={!point}
          onClick={() =>
            point && onAsk({ point, field, time: row.t, valueType: content === 'settlement' ? valueType : 'observed' })
          }
        >
          {text}
        </button>
      );
    },
  };
}
