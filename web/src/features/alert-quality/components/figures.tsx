import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { durationText } from '@/entities/chart/words';
import { formatNumber, formatPercent } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { listPath, type Span } from '../model/span';
import styles from '../quality.module.css';
import type { Quality } from '../queries';

interface Figure {
  key: string;
  value: ReactNode;
  /** What the figure is made of, or what the standards recommend. */
  under: ReactNode;
}

/** The figures of the span, each with what it is made of or what the standards recommend. */
export function Figures({ quality, projectId, span }: { quality: Quality; projectId: number; span: Span }) {
  const { t } = useTranslation(['alert-quality', 'charts', 'common']);
  const { decisions, flood, health } = quality;
  const duration = (ms: number) => durationText(ms, t as (key: string, options?: object) => string);
  const count = (n: number, filter?: Record<string, string>) =>
    filter && n > 0 ? <Link to={listPath(projectId, span, filter)}>{formatNumber(n, 0)}</Link> : formatNumber(n, 0);
  const none = t('common:none');
  const figures: Figure[] = [
    {
      key: 'alerts',
      value: count(quality.alerts, {}),
      under:
        quality.withdrawn > 0 ? (
          <Link to={listPath(projectId, span, { withdrawn: '1' })}>
            {t('figure.withdrawn', { count: quality.withdrawn })}
          </Link>
        ) : (
          t('figure.episodes')
        ),
    },
    { key: 'perDay', value: formatNumber(flood.perDay, 1), under: t('figure.guide', { guide: '≤ 150' }) },
    {
      key: 'peak',
      value: formatNumber(flood.peak, 0),
      under:
        flood.peak === 0
          ? t('figure.guide', { guide: '≤ 10' })
          : `${formatTime(flood.start, quality.timeZone, 'list')} · ${t('figure.guide', { guide: '≤ 10' })}`,
    },
    {
      key: 'floods',
      value: formatPercent(flood.share, 2),
      under: `${t('figure.windows', { count: flood.floods })} · ${t('figure.guide', { guide: '< 1%' })}`,
    },
    {
      key: 'median',
      value: decisions.decided === 0 ? none : duration(decisions.median),
      under:
        decisions.decided === 0 ? t('figure.undecided') : t('figure.ninety', { duration: duration(decisions.ninety) }),
    },
    {
      key: 'decided',
      value: count(decisions.decided, { status: 'processed' }),
      under: t('figure.rest', { restored: decisions.restored, waiting: decisions.waiting }),
    },
    {
      key: 'false',
      value: decisions.decided === 0 ? none : formatPercent(decisions.share),
      under: t('figure.ofDecided', { count: decisions.false, total: decisions.decided }),
    },
    {
      key: 'chatters',
      value: formatNumber(quality.chatters, 0),
      under: t('figure.guide', { guide: '0' }),
    },
    { key: 'stale', value: formatNumber(quality.stales, 0), under: t('figure.guide', { guide: '< 5' }) },
    {
      key: 'health',
      value: count(health.dataLost + health.lowVoltage + health.dataRepeated, { type: 'deviceHealth' }),
      under: t('figure.apart'),
    },
  ];
  return (
    <dl className={styles.figures} aria-label={t('title')}>
      {figures.map(({ key, value, under }) => (
        <div key={key}>
          <dt>{t(`figure.${key as 'alerts'}`)}</dt>
          <dd>
            {value}
            <small>{under}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
