import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { alertTrendQuery } from '@/api/stats';
import { formatNumber } from '@/shared/format/number';
import { defaultZone, formatTime } from '@/shared/format/time';
import { useCan } from '@/shared/perm/permissions';
import { NoPermission, QueryPanel } from '@/shared/ui/states';
import { mostOf, segmentsOf } from '../model/trend';
import styles from './insights.module.css';

const days = 30;
const barShare = 0.68;

/** Alerts opened on each of the last days, by level. The table behind it says the same in words. */
export function AlertTrend() {
  const { t } = useTranslation(['home', 'common']);
  const may = useCan('View:Alert');
  const query = useQuery({ ...alertTrendQuery(days, defaultZone), enabled: may });
  if (!may) return <NoPermission permission="View:Alert" />;
  return (
    <QueryPanel query={query} rows={3} failure={t('insights.trendFailed')}>
      {({ list }) => {
        const most = mostOf(list);
        const total = list.reduce((sum, day) => sum + day.opened, 0);
        const [first] = list;
        const last = list.at(-1);
        return (
          <figure className={styles.trend}>
            <figcaption className={styles.caption}>{t('insights.trendTotal', { count: total, days })}</figcaption>
            <div className={styles.plot}>
              <span className={styles.most} aria-hidden="true">
                {formatNumber(most, 0)}
              </span>
              <svg className={styles.bars} viewBox={`0 0 ${days} 1`} preserveAspectRatio="none" aria-hidden="true">
                {list.map((day, index) =>
                  segmentsOf(day, most).map(({ level, y, height }) => (
                    <rect
                      key={`${day.start} ${level}`}
                      x={index + (1 - barShare) / 2}
                      width={barShare}
                      y={y}
                      height={height}
                      fill={`var(--level-${level})`}
                    />
                  )),
                )}
              </svg>
            </div>
            <div className={styles.axis} aria-hidden="true">
              <span>{first && formatTime(first.start, defaultZone, 'date')}</span>
              <span>{last && formatTime(last.start, defaultZone, 'date')}</span>
            </div>
            <table className="visually-hidden">
              <caption>{t('insights.trend')}</caption>
              <thead>
                <tr>
                  <th>{t('insights.day')}</th>
                  {[4, 3, 2, 1].map((level) => (
                    <th key={level}>{t(`common:level.${level as 1}`)}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {list.map((day) => (
                  <tr key={day.start}>
                    <th>{formatTime(day.start, defaultZone, 'date')}</th>
                    {[4, 3, 2, 1].map((level) => (
                      <td key={level}>{day.levels[level]}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </figure>
        );
      }}
    </QueryPanel>
  );
}
