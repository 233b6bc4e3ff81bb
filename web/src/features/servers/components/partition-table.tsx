import { useTranslation } from 'react-i18next';
import { DataTable } from '@/ui/table/data-table';
import type { Partition } from '../queries';
import { SpanText } from './span-text';

interface Props {
  partitions: readonly Partition[];
  ownerOf: (id: number) => string;
}

interface Row extends Partition {
  part: number;
}

/** The twin of the cells, the latest first. */
export function PartitionTable({ partitions, ownerOf }: Props) {
  const { t } = useTranslation('servers');
  const rows: Row[] = partitions
    .map((partition, part) => ({ ...partition, part }))
    .sort((a, b) => b.lagMs - a.lagMs || a.part - b.part);
  return (
    <DataTable<Row>
      label={t('part.title')}
      rowKey={(row) => row.part}
      dataSource={rows}
      height={384}
      columns={[
        { key: 'part', title: t('part.number'), width: 90, align: 'right', render: (_, row) => row.part },
        { key: 'owner', title: t('part.owner'), width: 180, render: (_, row) => ownerOf(row.serverId) },
        { key: 'wanted', title: t('part.wanted'), width: 180, render: (_, row) => ownerOf(row.wantedId) },
        {
          key: 'lag',
          title: t('column.lag'),
          width: 90,
          align: 'right',
          render: (_, row) => <SpanText ms={row.lagMs} />,
        },
      ]}
    />
  );
}
