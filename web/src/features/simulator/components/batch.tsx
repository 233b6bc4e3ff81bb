import { Alert, Button, InputNumber, Progress, Segmented, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { describeError } from '@/api/errors';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { DataTable } from '@/ui/table/data-table';
import { limitNames } from '@/ui/theme/tokens';
import { decimalsOf, type Row } from '../model/draft';
import { fromLevel } from '../model/episodes';
import { isGone, type ProjectSimulation, type SimulatedPoint } from '../queries';
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
  batch: ProjectSimulation | undefined;
  /** Why the simulation could not be read. */
  failure: unknown;
  /** It is about other points, or about another quantity. */
  foreign: boolean;
  zone: string;
  busy: boolean;
  disabled: boolean;
  onStart: () => void;
  /** Starts the same simulation again. */
  onAgain: () => void;
  onReload: () => void;
  onCancel: () => void;
}

/** The same change tried on all points of the kind, as a job. */
export function Batch(props: Props) {
  const { points, way, factor, onWay, onFactor, batch, zone, busy, disabled, onStart, onCancel } = props;
  const { t } = useTranslation(['simulator', 'common']);
  const running = batch?.state === 'waiting' || batch?.state === 'running';
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
        {batch?.state === 'cancelled' && <span role="status">{t('batch.cancelled')}</span>}
      </div>
      <Trouble {...props} />
      {batch && !props.foreign && batch.points.length > 0 && <Points batch={batch} zone={zone} />}
    </>
  );
}

/** Why there is no simulation, or no whole one. */
function Trouble({ batch, failure, foreign, busy, onAgain, onReload }: Props) {
  const { t } = useTranslation(['simulator', 'common']);
  const alert = (type: 'error' | 'warning' | 'info', text: string, onRetry?: () => void) => (
    <Alert
      className={styles.trouble ?? ''}
      type={type}
      role="alert"
      showIcon
      title={text}
      action={
        onRetry && (
          <Button size="small" loading={busy} onClick={onRetry}>
            {t('common:action.retry')}
          </Button>
        )
      }
    />
  );
  if (isGone(failure)) return alert('warning', t('batch.gone'));
  if (!batch) return failure ? alert('error', describeError(failure), onReload) : null;
  if (foreign) return alert('info', t('batch.foreign'));
  if (batch.state === 'failed') return alert('error', batch.reason, onAgain);
  return batch.reason ? alert('warning', t('batch.again', { reason: batch.reason })) : null;
}

const alerts = (list: readonly number[]) => fromLevel(list, 1);

function Points({ batch, zone }: { batch: ProjectSimulation; zone: string }) {
  const { t } = useTranslation(['simulator', 'common']);
  const { points: list, asked } = batch;
  const span = { from: formatTime(asked.start, zone, 'date'), to: formatTime(asked.end, zone, 'date') };
  const limits = (row: Row) =>
    limitNames
      .flatMap((name) => (row[name] === null ? [] : [formatNumber(row[name], decimalsOf([row], 0))]))
      .join(' / ');
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
      <p className={styles.sum}>
        {asked.set
          ? t('batch.triedSet', { limits: asked.set.list.map(limits).join('; '), ...span })
          : t('batch.triedFactor', { factor: asked.factor, ...span })}
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
