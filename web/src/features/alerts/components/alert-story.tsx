import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartView } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { excerptChart } from '@/entities/chart/excerpt';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { durationText } from '@/entities/chart/words';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { useNow } from '@/ui/format/use-now';
import { QueryPanel } from '@/ui/states';
import { excerptRange, peakOf, thresholdFor, turnsOf } from '../model/excerpt-model';
import { type AlertDetail, toThresholds, useExcerpt } from '../queries';
import styles from './alert-detail.module.css';
import { AlertLimit, useAttributeName } from './alert-value';

interface Props {
  alert: AlertDetail;
  zone: string;
  /** Of the chart. */
  className?: string | undefined;
}

/** Current value, limit, peak, how long it lasts, and the curve around it. */
export function AlertStory({ alert, zone, className }: Props) {
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
          turns: turnsOf(alert),
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
      <div className={`${styles.chart} ${className ?? ''}`}>
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
