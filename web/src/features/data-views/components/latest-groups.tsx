import type { TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatChange, formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { QueryPanel } from '@/ui/states';
import { UnitHead } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/data-table';
import { placeKey } from '../model/node-name';
import type { ReadingRecord } from '../model/reading-page';
import type { PointState } from '../model/types';
import { useLatestGroups } from '../queries/readings';

interface Props {
  point: PointState;
  zone: string;
}

/** The latest ten groups of a point. */
export function LatestGroups({ point, zone }: Props) {
  const { t } = useTranslation(['data-views', 'common']);
  const query = useLatestGroups(point);
  return (
    <QueryPanel query={query} rows={10} isEmpty={(page) => page.rows.length === 0}>
      {(page) => (
        <DataTable<ReadingRecord>
          label={t('preview.latest', { point: point.name })}
          rowKey={(row) => row.time}
          dataSource={[...page.rows]}
          columns={[
            { key: 'time', title: t('column.time'), render: (_, row) => formatTime(row.time, zone).slice(5) },
            ...page.columns.map(
              (column, i): TableColumnType<ReadingRecord> => ({
                key: `${column.field}:${placeKey(column)}:${column.valueType}`,
                align: 'right',
                title: (
                  <UnitHead
                    title={column.valueType === 'observed' ? column.label : t('common:valueType.accumulated')}
                    unit={column.unit}
                  />
                ),
                render: (_, row) =>
                  column.valueType === 'observed'
                    ? formatNumber(row.values[i], column.decimals)
                    : formatChange(row.values[i], column.decimals),
              }),
            ),
          ]}
        />
      )}
    </QueryPanel>
  );
}
