import { Button, InputNumber, Progress, Segmented, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/ui/format/number';
import { DataTable } from '@/ui/table/data-table';
import { fromLevel } from '../model/episodes';
import type { SimulatedPoint, useBatch } from '../queries';
import styles from './batch.module.css';
import { hours } from './counts';

/** How the change is carried over to other points. */
export type Way = 'same' | 'factor';

interface Props {
  points: number;
  way: Way;
  factor: number;
  onWay: (way: Way) => void;
  onFactor: (factor: number) => void;
  batch: ReturnType<typeof useBatch>['data'];
  busy: boolean;
  disabled: boolean;
  onStart: () => void;
  onCancel: () => void;
}

/** The same change tried on all points of the kind, as a job. */
export function Batch(props: Props) {
  const { points, way, factor, onWay, onFactor, batch, busy, disabled, onStart, onCancel } = props;
  const { t } = useTranslation(['simulator', 'common']);
  const running = batch?.state === 'waiting' || batch?.state === 'running';
  const list = batch?.points ?? [];
  return (
    <>
      <div className={styles.tools}>
        <Segmented<Way>
          value={way}
          options={[
            { value: 'same', label: t('batch.same') },
            { value: 'factor', label: t('batch.factor') },
          ]}
          onChange={onWay}
        />
        {way === 'factor' && (
          <InputNumber<number>
            aria-label={t('batch.factor')}
            min={0.01}
            max={100}
            step={0.05}
            value={factor}
            onChange={(value) => value !== null && onFactor(value)}
          />
        )}
        <Button type="primary" disabled={disabled || running} loading={busy} onClick={onStart}>
          {t('batch.start', { count: points })}
        </Button>
        {running && <Button onClick={onCancel}>{t('common:action.cancel')}</Button>}
        {running && (
          <Progress
            className={styles.progress ?? ''}
            size="small"
            percent={batch.total > 0 ? Math.floor((100 * batch.done) / batch.total) : 0}
            aria-label={t('batch.progress')}
          />
        )}
        {batch && !running && batch.state !== 'done' && (
          <span role="status">{t(`batch.state.${batch.state as 'failed'}`)}</span>
        )}
      </div>
      {list.length > 0 && <Points list={list} />}
    </>
  );
}

const alerts = (list: readonly number[]) => fromLevel(list, 1);

function Points({ list }: { list: readonly SimulatedPoint[] }) {
  const { t } = useTranslation(['simulator', 'common']);
  const pair = (of: (counts: SimulatedPoint['current']) => string) => (_: unknown, point: SimulatedPoint) =>
    `${of(point.current)} → ${point.draft ? of(point.draft) : t('batch.noThresholds')}`;
  const whole = (n: number) => formatNumber(n, 0);
  const total = (of: (counts: SimulatedPoint['current']) => number) => {
    const sum = (side: 'current' | 'draft') => list.reduce((all, point) => all + of(point[side] ?? point.current), 0);
    return { before: whole(sum('current')), after: whole(sum('draft')) };
  };
  const columns: TableColumnType<SimulatedPoint>[] = [
    { key: 'name', title: t('common:entity.point'), render: (_, point) => point.measuringPointName },
    { key: 'readings', title: t('batch.readings'), align: 'right', render: (_, point) => whole(point.readings) },
    { key: 'alerts', title: t('batch.alerts'), align: 'right', render: pair((c) => whole(alerts(c.alerts))) },
    { key: 'red', title: t('batch.red'), align: 'right', render: pair((c) => whole(c.alerts[3] ?? 0)) },
    { key: 'high', title: t('batch.high'), align: 'right', render: pair((c) => hours(fromLevel(c.hours.slice(1), 3))) },
    { key: 'false', title: t('batch.false'), align: 'right', render: pair((c) => whole(c.false)) },
  ];
  return (
    <>
      <p className={styles.sum} role="status">
        {t('batch.sum', { count: list.length, ...total((c) => alerts(c.alerts)) })}
      </p>
      <DataTable<SimulatedPoint>
        label={t('batch.title')}
        rowKey={(point) => point.measuringPointId}
        dataSource={[...list].sort((a, b) => alerts(b.current.alerts) - alerts(a.current.alerts))}
        columns={columns}
        cards={['name', 'alerts']}
        height={list.length > 200 ? 400 : 0}
      />
    </>
  );
}
