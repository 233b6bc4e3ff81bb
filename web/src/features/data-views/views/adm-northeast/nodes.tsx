import type { TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { LevelIcon } from '@/entities/alert/level-icon';
import { formatChange } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelSkeleton } from '@/ui/states';
import { numberColumn, UnitHead } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/data-table';
import styles from '../../components/compared.module.css';
import type { MoveLine } from '../../model/moves';

import type { Bearing } from './use-bearing';

interface Props {
  bearing: Bearing;
  zone: string;
  onPick: (no: number) => void;
}

/** Resultant and azimuth of every node at the current time, with the change of a day. */
export function BearingNodes({ bearing, zone, onPick }: Props) {
  const { t } = useTranslation('data-views');
  const { times, lines, picture, shown } = bearing;
  const { current, before } = times;
  const { unit = 'mm', decimals = 2 } = picture ?? {};
  const time = formatTime(current, zone, 'list');
  const head = before === null ? time : t('profile.against', { time, before: formatTime(before, zone, 'list') });
  const columns: TableColumnType<MoveLine>[] = [
    { key: 'level', title: t('column.level'), width: 46, render: (_, line) => <LevelIcon level={line.level} /> },
    numberColumn<MoveLine>({ key: 'depth', title: t('column.depth'), unit: 'm', decimals: 1, value: (l) => l.depth }),
    numberColumn<MoveLine>({ key: 'res', title: t('column.res'), unit, decimals, value: (l) => l.res }),
    {
      key: 'azimuth',
      align: 'right',
      title: <UnitHead title={t('column.azimuth')} unit="°" />,
      render: (_, line) => (line.azimuth === null ? '—' : line.azimuth.toFixed(0)),
    },
    {
      key: 'day',
      align: 'right',
      title: <UnitHead title={t('column.day')} unit={unit} />,
      render: (_, line) => formatChange(line.day, decimals),
    },
  ];
  return (
    <Panel className={styles.side} title={t('profile.nodes')} extra={current === null ? undefined : head}>
      {bearing.loading ? (
        <PanelSkeleton rows={8} />
      ) : (
        <DataTable<MoveLine>
          label={t('profile.nodesOf', { name: t('column.res') })}
          rowKey={(line) => line.no}
          dataSource={lines}
          columns={columns}
          selectedKey={shown.length === 1 ? shown[0] : undefined}
          onOpen={(line) => onPick(line.no)}
        />
      )}
    </Panel>
  );
}
