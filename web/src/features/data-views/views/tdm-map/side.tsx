import type { TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { useChartWords } from '@/entities/chart/use-chart-context';
import { durationText } from '@/entities/chart/words';
import { distance } from '@/entities/map/geodesy';
import { formatNumber, withUnit } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { numberColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/data-table';
import { type Fact, Facts } from '../../components/ring-facts';
import type { FieldInfo } from '../../model/types';
import { type Fence, type Fix, outside, type Stop } from './model';
import { type Replay, useReplayState } from './replay';
import type { TrackData } from './use-track';
import styles from './view.module.css';

interface Props {
  data: TrackData;
  replay: Replay;
  zone: string;
  /** Shows the track at a time. */
  onTime: (at: number) => void;
}

/** The fix that the replay shows, and where the tracker stayed. */
export function TrackSide({ data, replay, zone, onTime }: Props) {
  const { t } = useTranslation('track');
  const { track, stops, fence, fields } = data;
  return (
    <div className={styles.side}>
      <Panel title={t('now')}>
        <NowFacts {...{ replay, fence, fields, zone }} fixes={track?.fixes ?? []} />
      </Panel>
      <Panel title={t('stops', { count: stops.length })} extra={t('stopRule')} className={styles.stops}>
        <StopList {...{ stops, zone, onTime }} />
      </Panel>
    </div>
  );
}

interface FactsProps {
  replay: Replay;
  fixes: readonly Fix[];
  fence: Fence | null;
  fields: readonly FieldInfo[];
  zone: string;
}

function NowFacts({ replay, fixes, fence, fields, zone }: FactsProps) {
  const { t } = useTranslation(['track', 'data-views']);
  const words = useChartWords(zone);
  const index = useReplayState(replay.position, (state) => state.index);
  const fix = fixes[index];
  if (!fix) return null;
  const of = (name: string) => fields.find((field) => field.name === name);
  const value = (name: 'height' | 'speed' | 'moved', decimals: number) =>
    [
      t(name === 'speed' ? 'speedName' : name),
      withUnit(formatNumber(fix[name], of(name)?.decimals ?? decimals), name === 'speed' ? 'm/s' : 'm'),
    ] as Fact;
  const beyond = fence && outside(fence, fix);
  const facts: Fact[] = [
    [t('data-views:column.time'), formatTime(fix.t, zone)],
    value('speed', 2),
    [
      t('heading'),
      fix.heading === null ? t('resting') : `${words.compass(fix.heading)} ${formatNumber(fix.heading, 1)}°`,
    ],
    value('moved', 3),
    value('height', 3),
    [t('lat'), withUnit(formatNumber(fix.lat, 7), '°')],
    [t('lon'), withUnit(formatNumber(fix.lon, 7), '°')],
  ];
  if (fence && beyond !== null) {
    const far = withUnit(formatNumber(Math.abs(beyond), 1), 'm');
    facts.push([t('fence'), t(beyond > 0 ? 'outside' : 'inside', { far })]);
    facts.push([t('fromCenter'), withUnit(formatNumber(distance(fence, fix), 1), 'm')]);
  }
  return <Facts facts={facts} />;
}

interface StopsProps {
  stops: readonly Stop[];
  zone: string;
  onTime: (at: number) => void;
}

function StopList({ stops, zone, onTime }: StopsProps) {
  const { t } = useTranslation(['track', 'charts']);
  const columns: TableColumnType<Row>[] = [
    numberColumn<Row>({ key: 'no', title: t('no'), decimals: 0, width: 52, value: (row) => row.no }),
    {
      key: 'from',
      title: t('from'),
      className: styles.whole ?? '',
      render: (_, row) => formatTime(row.from, zone, 'list'),
    },
    {
      key: 'lasts',
      title: t('lasts'),
      align: 'right',
      className: styles.whole ?? '',
      render: (_, row) => durationText(row.to - row.from, t as never),
    },
  ];
  if (stops.length === 0) return <p className={styles.none}>{t('noStops')}</p>;
  return (
    <DataTable<Row>
      label={t('stops', { count: stops.length })}
      rowKey={(row) => row.from}
      dataSource={stops.map((stop, i) => ({ ...stop, no: i + 1 })).reverse()}
      columns={columns}
      onOpen={(row) => onTime(row.from)}
    />
  );
}

type Row = Stop & { no: number };
