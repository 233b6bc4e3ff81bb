import type { TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { differenceOf, type PairNode, type PairProfile } from '@/entities/chart/pair-profile';
import { formatChange } from '@/ui/format/number';
import { numberColumn, UnitHead } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/data-table';

interface Props {
  label: string;
  profile: Pick<PairProfile, 'first' | 'second' | 'unit' | 'decimals' | 'curves' | 'picked'>;
  onPick: (depth: number) => void;
}

/** Two results of an array at the current time, and their difference. */
export function PairTable({ label, profile, onPick }: Props) {
  const { t } = useTranslation('data-views');
  const { first, second, unit, decimals, curves, picked } = profile;
  const value = (key: 'first' | 'second', title: string) =>
    numberColumn<PairNode>({ key, title, unit, decimals, value: (node) => node[key] });
  const columns: TableColumnType<PairNode>[] = [
    numberColumn<PairNode>({ key: 'depth', title: t('column.depth'), unit: 'm', decimals: 2, value: (n) => n.depth }),
    value('first', first),
    value('second', second),
    {
      key: 'difference',
      align: 'right',
      title: <UnitHead title={t('pair.difference')} unit={unit} />,
      render: (_, node) => <b>{formatChange(differenceOf(node), decimals)}</b>,
    },
  ];
  return (
    <DataTable<PairNode>
      label={label}
      rowKey={(node) => node.depth}
      dataSource={[...(curves.at(-1)?.nodes ?? [])]}
      columns={columns}
      selectedKey={picked ?? undefined}
      onOpen={(node) => onPick(node.depth)}
    />
  );
}
