import type { TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { LevelIcon } from '@/entities/alert/level-icon';
import { formatChange, formatNumber } from '@/ui/format/number';
import { numberColumn, UnitHead } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/data-table';
import { useMedia } from '@/ui/use-media';
import type { NodeLine } from '../model/profile-rows';
import styles from './node-table.module.css';

export interface NodeTitles {
  value?: string;
  /** Null: there is no such change. */
  earlier: string | null;
}

interface Props {
  lines: readonly NodeLine[];
  name: string;
  unit: string;
  decimals: number;
  picked: number | null;
  onPick: (no: number) => void;
  /** Where a node is, instead of its depth, and the title of its value. */
  place?: { title: string; unit?: string; text: (depth: number) => string; value: string };
  /** Titles of the value, and of its change since the reading before if that is not of a day. */
  titles?: NodeTitles | undefined;
  /** The difference to a neighbor, instead of that in the unit of the value. */
  segment?: { title: string; unit: string; decimals: number };
}

/** The nodes of an array at one time, from the collar down or from the near end, each with its level. */
export function NodeTable({ lines, name, unit, decimals, picked, onPick, place, segment, titles }: Props) {
  const { t } = useTranslation('data-views');
  const roomy = useMedia('(min-width: 1361px)');
  const hasTemp = roomy && !place && lines.some((l) => l.temp !== null);
  const hasShare = lines.some((l) => l.share !== null);
  const columns: TableColumnType<NodeLine>[] = [
    {
      key: 'level',
      title: t('column.level'),
      width: 54,
      render: (_, line) => <LevelIcon level={line.level} />,
    },
    place
      ? {
          key: 'depth',
          align: 'right',
          title: <UnitHead title={place.title} unit={place.unit} />,
          className: styles.place,
          render: (_, line) => place.text(line.depth),
        }
      : numberColumn<NodeLine>({
          key: 'depth',
          title: t('column.depth'),
          unit: 'm',
          decimals: 1,
          value: (l) => l.depth,
        }),
    {
      key: 'value',
      align: 'right',
      title: <UnitHead title={place?.value ?? titles?.value ?? t('column.value')} unit={unit} />,
      render: (_, line) => <b>{formatNumber(line.value, decimals)}</b>,
    },
    {
      key: 'segment',
      align: 'right',
      title: <UnitHead title={segment?.title ?? t('column.segment')} unit={segment?.unit ?? unit} />,
      render: (_, line) => (line.segment === null ? '—' : formatNumber(line.segment, segment?.decimals ?? decimals)),
    },
    ...(titles?.earlier === null
      ? []
      : [
          {
            key: 'day',
            align: 'right' as const,
            title: <UnitHead title={titles?.earlier ?? t('column.day')} unit={unit} />,
            render: (_: unknown, line: NodeLine) => formatChange(line.day, decimals),
          },
        ]),
    ...(hasShare
      ? [
          {
            key: 'share',
            align: 'right' as const,
            title: <UnitHead title={t('column.share')} unit="%" />,
            render: (_: unknown, line: NodeLine) => (line.share === null ? '—' : formatNumber(line.share * 100, 0)),
          },
        ]
      : []),
    ...(hasTemp
      ? [
          numberColumn<NodeLine>({
            key: 'temp',
            title: t('column.temp'),
            unit: '°C',
            decimals: 1,
            value: (l) => l.temp,
          }),
        ]
      : []),
  ];
  return (
    <DataTable<NodeLine>
      label={t('profile.nodesOf', { name })}
      className={styles.nodes ?? ''}
      rowKey={(line) => line.no}
      dataSource={[...lines]}
      columns={columns}
      selectedKey={picked ?? undefined}
      onOpen={(line) => onPick(line.no)}
    />
  );
}
