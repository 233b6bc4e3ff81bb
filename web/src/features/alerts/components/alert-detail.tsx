import { CloseOutlined } from '@ant-design/icons';
import { Button, Form } from 'antd';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AlertTag } from '@/entities/alert/alert-tag';
import { ChartView } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { excerptChart } from '@/entities/chart/excerpt';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { durationText } from '@/entities/chart/words';
import { useCan } from '@/entities/permission/permissions';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { useNow } from '@/ui/format/use-now';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import { excerptRange, peakOf, thresholdFor } from '../model/excerpt-model';
import { type AlertDetail, type Handling, toThresholds, useAlert, useExcerpt, useProcess, useZone } from '../queries';
import styles from './alert-detail.module.css';
import { AlertHistory } from './alert-history';
import { AlertLimit, useAttributeName } from './alert-value';
import { ProcessForm } from './process-form';

interface Props {
  alertId: number;
  onClose: () => void;
}

/** One alert: its state, its history, and the actions on it. */
export function AlertDetailPanel({ alertId, onClose }: Props) {
  const query = useAlert(alertId);
  return (
    <Panel fill busy={query.isFetching && !query.isPending}>
      <QueryPanel query={query} rows={10}>
        {(alert) => <Detail alert={alert} onClose={onClose} />}
      </QueryPanel>
    </Panel>
  );
}

function Detail({ alert, onClose }: { alert: AlertDetail; onClose: () => void }) {
  const { t } = useTranslation(['alerts', 'common', 'charts']);
  const zone = useZone(alert.projectId);
  const mayProcess = useCan('Update:Alert');
  const processed = alert.status === 'Confirm' || alert.status === 'FalseAlarm';
  const place = [
    alert.projectName,
    alert.structureName,
    alert.itemName,
    alert.depth === null
      ? alert.node > 0 && t('atNode', { no: alert.node })
      : t('atDepth', { depth: formatNumber(alert.depth, 1) }),
  ].filter(Boolean);
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <div className={styles.title}>
          <AlertTag alert={alert} />
          <h2>
            {alert.measuringPointName || alert.deviceName} {alert.reason}
          </h2>
          <Button
            type="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label={t('common:action.close')}
            onClick={onClose}
          />
        </div>
        <p className={styles.place}>{place.join('·')}</p>
      </header>
      <section className={styles.body} aria-label={t('detail')}>
        {alert.foundLate && (
          <p className={styles.note}>
            {t(`foundBy.${alert.foundBy || 'unknown'}`, { time: formatTime(alert.recordedAt, zone) })}
          </p>
        )}
        {alert.withdrawnAt > 0 && (
          <p className={styles.note}>
            {alert.correctionId > 0
              ? t('withdrawnByCorrection', { time: formatTime(alert.withdrawnAt, zone), id: alert.correctionId })
              : t('withdrawnByData', { time: formatTime(alert.withdrawnAt, zone) })}{' '}
            {alert.correctionId > 0 && (
              <Link
                to={`/projects/${alert.projectId}/console/structures/${alert.structureId}/items/${alert.itemId || alert.structureId}/mps/${alert.measuringPointId}?tab=corrections`}
              >
                {t('seeCorrection')}
              </Link>
            )}
          </p>
        )}
        <Story alert={alert} zone={zone} />
        <div className={styles.section}>
          <h3>{t('history')}</h3>
          {alert.measuringPointId > 0 && (
            <Link
              to={`/projects/${alert.projectId}/monitor-new/structures/${alert.structureId}/mps/${alert.measuringPointId}`}
            >
              {t('openCurve')}
            </Link>
          )}
        </div>
        <AlertHistory alert={alert} zone={zone} />
        {processed && (
          <p className={styles.note}>
            {t('processedBy', {
              status: t(`common:alertStatus.${alert.status}`),
              name: alert.processedName || t('program'),
              time: formatTime(alert.processedAt, zone),
            })}
            {alert.cause && <span>{t('cause', { cause: alert.cause })}</span>}
            {alert.measure && <span>{t('measure', { measure: alert.measure })}</span>}
            <span>{alert.note}</span>
          </p>
        )}
      </section>
      {!processed && mayProcess && <ProcessOne key={alert.id} alert={alert} onClose={onClose} />}
    </div>
  );
}

/** Current value, limit, peak, how long it lasts, and the curve around it. */
function Story({ alert, zone }: { alert: AlertDetail; zone: string }) {
  const { t } = useTranslation(['alerts', 'common', 'charts']);
  const now = useNow();
  const context = useChartContext(zone);
  const attributeName = useAttributeName();
  const query = useExcerpt(alert);
  const chart = query.data;
  const series = chart?.series[0];
  const samples = useMemo(
    () => (series ? series.times.map((time, i) => [time, series.values[i] ?? null] as const) : []),
    [series],
  );
  const threshold = useMemo(() => thresholdFor(toThresholds(chart?.thresholds ?? []), alert), [chart, alert]);
  const last = samples.findLast((s) => s[1] !== null)?.[1] ?? null;
  const peak = peakOf(samples, alert);
  const name = attributeName(alert);
  const build = useCallback(
    (one: ChartContext) => {
      const { start, end } = excerptRange(alert, Date.now());
      return excerptChart(
        {
          name,
          unit: alert.unit,
          decimals: alert.decimals,
          samples,
          gaps: chart?.gaps ?? [],
          range: [chart?.start ?? start, chart?.end ?? end],
          threshold,
          raised: alert.value === null ? null : { t: alert.time, value: alert.value, level: alert.level },
        },
        one,
      );
    },
    [alert, samples, chart, threshold, name],
  );
  const lasts = durationText(
    Math.max(0, (alert.ended || now) - alert.opened),
    t as unknown as (key: string, options?: object) => string,
  );
  if (alert.type !== 'threshold') {
    return (
      <dl className={styles.facts}>
        <div>
          <dt>{t('fact.since')}</dt>
          <dd>{formatTime(alert.opened, zone)}</dd>
        </div>
        <div>
          <dt>{t('fact.lasts')}</dt>
          <dd>{lasts}</dd>
        </div>
      </dl>
    );
  }
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{t('fact.now')}</dt>
          <dd>
            {formatNumber(last, alert.decimals)} <small>{alert.unit}</small>
          </dd>
        </div>
        <div>
          <dt>{t('fact.limit')}</dt>
          <dd>
            <AlertLimit alert={alert} />
          </dd>
        </div>
        <div>
          <dt>{t('fact.peak')}</dt>
          <dd>
            {formatNumber(peak, alert.decimals)} <small>{alert.unit}</small>
          </dd>
        </div>
        <div>
          <dt>{t('fact.lasts')}</dt>
          <dd>{lasts}</dd>
        </div>
      </dl>
      <div className={styles.chart}>
        <QueryPanel query={query} rows={4}>
          {() => (
            <ChartView
              build={build}
              context={context}
              title={`${alert.measuringPointName} ${name}`}
              subtitle=""
              sentence={t('sentence', {
                point: alert.measuringPointName,
                name,
                now: formatNumber(last, alert.decimals),
                peak: formatNumber(peak, alert.decimals),
                limit: formatNumber(alert.limit, alert.decimals),
                unit: alert.unit,
              })}
              twin={() => ({ columns: [], rows: [] })}
              showTable={false}
            />
          )}
        </QueryPanel>
      </div>
    </>
  );
}

function ProcessOne({ alert, onClose }: { alert: AlertDetail; onClose: () => void }) {
  const [form] = Form.useForm<Handling>();
  const process = useProcess();
  return (
    <ProcessForm
      form={form}
      busy={process.isPending}
      count={1}
      onSubmit={(handling) => process.mutate({ alertId: alert.id, level: alert.level, ...handling })}
      onCancel={onClose}
    />
  );
}
