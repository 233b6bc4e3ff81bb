import type { TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { LevelIcon } from '@/entities/alert/level-icon';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelSkeleton } from '@/ui/states';
import { numberColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/data-table';
import styles from '../../components/compared.module.css';
import type { NodeMove } from './model';
import type { Space } from './use-space';

interface Props {
  space: Space;
  zone: string;
  picked: number | null;
  onPick: (no: number | null) => void;
}

/** The displacement of every node at the current time; a chosen one is marked in the chart. */
export function SpaceNodes({ space, zone, picked, onPick }: Props) {
  const { t } = useTranslation('data-views');
  const { frame, fields, decimals, lines, times } = space;
  const label = (name: string | null | undefined) => fields.find((one) => one.name === name);
  const [up, right] = [label(frame?.up), label(frame?.right)];
  const unit = up?.unit ?? 'mm';
  const short = (side: 'up' | 'right') => t(`space.short.${frame?.name ?? 'ab'}.${side}`);
  const res = label('res')?.label ?? t('column.res');
  const part = (key: string, title: string, value: (line: NodeMove) => number | null) =>
    numberColumn<NodeMove>({ key, title, unit, decimals, value });
  const columns: TableColumnType<NodeMove>[] = [
    { key: 'level', title: t('column.level'), width: 46, render: (_, line) => <LevelIcon level={line.level} /> },
    numberColumn<NodeMove>({ key: 'depth', title: t('column.depth'), unit: 'm', decimals: 1, value: (l) => l.depth }),
    part('up', short('up'), (line) => line.up),
    ...(right ? [part('right', short('right'), (line) => line.right)] : []),
    part('res', t('column.res'), (line) => line.res),
  ];
  const head = times.current === null ? undefined : formatTime(times.current, zone, 'list');
  return (
    <Panel className={styles.side} title={t('profile.nodes')} extra={head}>
      {space.loading ? (
        <PanelSkeleton rows={8} />
      ) : (
        <DataTable<NodeMove>
          label={t('profile.nodesOf', { name: res })}
          rowKey={(line) => line.no}
          dataSource={lines}
          columns={columns}
          selectedKey={picked ?? undefined}
          onOpen={(line) => onPick(line.no === picked ? null : line.no)}
        />
      )}
    </Panel>
  );
}
