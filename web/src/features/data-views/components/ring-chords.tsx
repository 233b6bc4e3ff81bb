import type { TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelIcon } from '@/entities/alert/level-icon';
import { formatChange } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelSkeleton } from '@/ui/states';
import { numberColumn, UnitHead } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/data-table';
import { asLevel } from '@/ui/theme/tokens';
import { type ChordLine, chordName } from '../model/ring-chart';
import type { Ring } from '../queries/use-ring';
import below from './compared-below.module.css';
import { OnPage } from './on-page';

interface Props {
  ring: Ring;
  zone: string;
  onPick: (from: number) => void;
  children: ReactNode;
}

/** The chords at the current time, and below them the numbers of the whole section. */
export function RingChords({ ring, zone, onPick, children }: Props) {
  const { t } = useTranslation('data-views');
  const { times, shown } = ring;
  const { current, before } = times;
  const time = formatTime(current, zone, 'list');
  const head = before === null ? time : t('profile.against', { time, before: formatTime(before, zone, 'list') });
  const lines = ring.ring?.lines ?? [];
  const meters = (value: number | null) => (value === null ? null : value / 1000);
  const columns: TableColumnType<ChordLine>[] = [
    {
      key: 'level',
      title: t('column.level'),
      width: 46,
      render: (_, line) => <LevelIcon level={line.level === null ? 'notJudged' : asLevel(line.level)} />,
    },
    { key: 'chord', title: t('circular.chord'), render: (_, line) => chordName(line) },
    numberColumn<ChordLine>({
      key: 'initial',
      title: t('circular.initial'),
      unit: 'm',
      decimals: 4,
      value: (line) => meters(line.initial),
    }),
    numberColumn<ChordLine>({
      key: 'now',
      title: t('circular.now'),
      unit: 'm',
      decimals: 4,
      value: (l) => meters(l.now),
    }),
    {
      key: 'convergence',
      align: 'right',
      title: <UnitHead title={t('circular.convergence')} unit="mm" />,
      render: (_, line) => <b>{formatChange(line.convergence, 2)}</b>,
    },
    {
      key: 'day',
      align: 'right',
      title: <UnitHead title={t('column.day')} unit="mm" />,
      render: (_, line) => formatChange(line.day, 2),
    },
  ];
  return (
    <OnPage>
      <Panel className={below.side} title={t('circular.chords')} extra={current === null ? undefined : head}>
        {ring.loading ? (
          <PanelSkeleton rows={8} />
        ) : (
          <>
            <DataTable<ChordLine>
              label={t('circular.chords')}
              rowKey={(line) => line.from}
              dataSource={lines}
              columns={columns}
              selectedKey={shown.length === 1 ? shown[0] : undefined}
              onOpen={(line) => onPick(line.from)}
            />
            {children}
          </>
        )}
      </Panel>
    </OnPage>
  );
}
