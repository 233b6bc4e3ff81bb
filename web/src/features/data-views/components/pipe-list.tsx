import type { TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { numberColumn, UnitHead } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/data-table';
import { usePhone } from '@/ui/use-media';
import { farthest, type PipeSurvey, pipeCounts, pipesTable, stationColumns, tightest } from '../model/pipe';
import type { Range } from '../model/range';
import type { TableFormat } from '../model/table';
import type { PointState } from '../model/types';
import { useSaveTable } from '../queries/save-table';
import tables from './reading-table.module.css';
import { SurveyName } from './survey-name';

interface Props {
  surveys: readonly PipeSurvey[];
  zone: string;
  point: PointState;
  selected: number | null | undefined;
  /** For a side: the times with the largest changes only. */
  short?: boolean;
  onOpen: (time: number) => void;
}

const inSide: readonly string[] = ['time', 'gap', 'dh', 'dz'];

/** The surveys of a pipe, the newest first: how they closed, and the largest changes. */
export function PipeList({ surveys, zone, point, selected, short = false, onOpen }: Props) {
  const { t } = useTranslation(['data-views', 'surveys']);
  const remarks = usePipeRemarks();
  const phone = usePhone();
  const columns: TableColumnType<PipeSurvey>[] = [
    {
      key: 'time',
      title: t('survey.time'),
      render: (_, one) => (short ? formatTime(one.time, zone, 'list') : formatTime(one.time, zone).slice(0, 16)),
    },
    {
      key: 'name',
      title: t('surveys:name'),
      render: (_, one) => <SurveyName survey={one} point={point} />,
    },
    numberColumn<PipeSurvey>({
      key: 'length',
      title: t('pipe.length'),
      unit: 'm',
      decimals: 2,
      value: (one) => one.length,
    }),
    numberColumn<PipeSurvey>({
      ...{ key: 'gap', title: t('pipe.misclosure'), unit: 'mm', decimals: 1 },
      value: (one) => (one.misclosure ? one.misclosure.total * 1000 : null),
    }),
    numberColumn<PipeSurvey>({
      ...{ key: 'share', title: '', unit: '‰', decimals: 2 },
      value: (one) => one.misclosure?.perMille,
    }),
    numberColumn<PipeSurvey>({
      ...{ key: 'dh', title: t('pipe.max', { what: 'ΔH' }), unit: 'mm', decimals: 2 },
      value: (one) => farthest(one.nodes, (node) => node.dh)?.dh,
    }),
    numberColumn<PipeSurvey>({
      ...{ key: 'dz', title: t('pipe.max', { what: 'ΔZ' }), unit: 'mm', decimals: 2 },
      value: (one) => farthest(one.nodes, (node) => node.dz)?.dz,
    }),
    radiusColumn<PipeSurvey>(t('pipe.tightest'), (one) => tightest(one.nodes)?.radius ?? null),
    {
      key: 'remarks',
      title: t('pipe.state'),
      render: (_, one) => <span className={tables.flags}>{remarks(one)}</span>,
    },
  ];
  return (
    <DataTable<PipeSurvey>
      label={t('survey.list')}
      rowKey={(one) => one.time}
      dataSource={[...surveys].reverse()}
      columns={short ? columns.filter(({ key }) => inSide.includes(String(key))) : columns}
      {...(phone || short ? {} : { scroll: { x: 'max-content' } })}
      cards={['time', 'remarks']}
      selectedKey={selected ?? undefined}
      onOpen={(one) => onOpen(one.time)}
    />
  );
}

/** usePipeRemarks says how a survey was run, and why it has no result or does not count. */
export function usePipeRemarks(): (survey: PipeSurvey) => string {
  const { t } = useTranslation('data-views');
  return (one) =>
    [
      one.withdrawals.length > 0 ? t('survey.withdrawn') : '',
      one.reason ? t(one.reason === 'chainageNotRising' ? 'pipe.notRising' : 'pipe.noResult') : '',
      pipeCounts(one) && one.flags.includes('partial') ? t('survey.short.partial') : '',
      one.backward ? t('pipe.backward') : t('pipe.forward'),
      one.averaged ? t('pipe.averaged') : '',
      one.misclosure && !one.closed ? t('pipe.unclosed') : '',
    ]
      .filter(Boolean)
      .join(' · ');
}

/** usePipesFile saves every station of surveys. */
export function usePipesFile(zone: string, point: PointState, title: string, range: Range) {
  const { t } = useTranslation('data-views');
  const saveTable = useSaveTable(point, zone);
  return (surveys: readonly PipeSurvey[], format: TableFormat) => {
    const heads = [
      t('survey.time'),
      `${t('pipe.chainage')} m`,
      ...stationColumns.map(({ key, unit }) => `${t(`pipe.column.${key}`)} ${unit}`),
    ];
    const table = pipesTable(surveys, heads, (time) => formatTime(time, zone));
    saveTable({ title, table, range, format });
  };
}

/** A column of bend radii; a straight pipe has none. */
export function radiusColumn<Row>(title: string, value: (row: Row) => number | null): TableColumnType<Row> {
  return {
    key: 'radius',
    align: 'right',
    title: <UnitHead title={title} unit="m" />,
    render: (_, row) => (value(row) === null ? '—' : formatNumber(value(row), 0)),
  };
}
