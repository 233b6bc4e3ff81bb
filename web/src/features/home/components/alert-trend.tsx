import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { alertTrendQuery, type TrendDay } from '@/api/stats';
import { LevelIcon } from '@/entities/alert/level-icon';
import { useCan } from '@/entities/permission/permissions';
import { formatNumber } from '@/ui/format/number';
import { defaultZone, formatTime } from '@/ui/format/time';
import { NoPermission, QueryPanel } from '@/ui/states';
import { axisOf, datedDays, levelSums, segmentsOf } from '../model/trend';
import styles from './insights.module.css';

const days = 30;
const barShare = 0.6;
const raisedLevels = [4, 3, 2, 1] as const;

/** Alerts opened per day by level, with a table of the same numbers. */
export function AlertTrend() {
  const { t } = useTranslation(['home', 'common']);
  const may = useCan('View:Alert');
  const query = useQuery({ ...alertTrendQuery(days, defaultZone), enabled: may });
  const dayText = (day: TrendDay) => {
    const parts = raisedLevels.filter((level) => (day.levels[level] ?? 0) > 0);
    const counts = parts.map((level) => `${t(`common:level.${level}`)} ${formatNumber(day.levels[level] ?? 0, 0)}`);
    return [formatTime(day.start, defaultZone, 'date'), ...counts].join(' · ');
  };
  if (!may) return <NoPermission permission="View:Alert" />;
  return (
    <QueryPanel query={query} rows={3} failure={t('insights.trendFailed')}>
      {({ list }) => {
        const axis = axisOf(list);
        const total = list.reduce((sum, day) => sum + day.opened, 0);
        const sums = levelSums(list);
        const dayOf = (index: number) => formatTime(list[index]?.start ?? 0, defaultZone, 'date');
        return (
          <figure className={styles.trend}>
            <figcaption className={styles.caption}>
              <span>{t('insights.trendTotal', { count: total, days })}</span>
              <span className={styles.legend} aria-hidden="true">
                {raisedLevels.map((level) => (
                  <span key={level} className={styles.entry}>
                    <LevelIcon level={level} size={12} decorative />
                    {t(`common:level.${level}`)} {formatNumber(sums[level] ?? 0, 0)}
                  </span>
                ))}
              </span>
            </figcaption>
            <div className={styles.plot} aria-hidden="true">
              {axis.ticks.map((tick) => (
                <span key={tick} className={styles.tick} style={{ bottom: `${(tick / axis.top) * 100}%` }}>
                  {formatNumber(tick, 0)}
                </span>
              ))}
              <svg className={styles.bars} viewBox={`0 0 ${list.length} 1`} preserveAspectRatio="none">
                {list.map((day, index) => (
                  <g key={day.start}>
                    <title>{dayText(day)}</title>
                    <rect x={index} width={1} y={0} height={1} fill="transparent" />
                    {segmentsOf(day, axis.top).map(({ level, y, height }) => (
                      <rect
                        key={level}
                        x={index + (1 - barShare) / 2}
                        width={barShare}
                        y={y}
                        height={height}
                        fill={`var(--level-${level})`}
                      />
                    ))}
                  </g>
                ))}
              </svg>
            </div>
            <div className={styles.axis} aria-hidden="true">
              {datedDays(list.length).map((index) => (
                <span key={index} style={{ left: `${((index + 0.5) / list.length) * 100}%` }}>
                  {dayOf(index).slice(5)}
                </span>
              ))}
            </div>
            <table className="visually-hidden">
              <caption>{t('insights.trend')}</caption>
              <thead>
                <tr>
                  <th>{t('insights.day')}</th>
                  {raisedLevels.map((level) => (
                    <th key={level}>{t(`common:level.${level}`)}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {list.map((day) => (
                  <tr key={day.start}>
                    <th>{formatTime(day.start, defaultZone, 'date')}</th>
                    {raisedLevels.map((level) => (
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
