import { useTranslation } from 'react-i18next';
import { useMeasurementName } from '@/api/catalog';
import { LevelIcon } from '@/entities/alert/level-icon';
import { pointMark } from '@/entities/alert/mark';
import { ShareBar } from '@/entities/alert/share-bar';
import { AgeText } from '@/entities/live/age-text';
import { isStale } from '@/entities/monitor/worst';
import { formatChange, formatNumber, unitBehind } from '@/ui/format/number';
import { useNow } from '@/ui/format/use-now';
import { PanelEmpty } from '@/ui/states';
import { mainUnit } from '../model/main-value';
import type { PointState } from '../model/types';
import styles from './wall.module.css';

/** More points do not fit below the map. */
const mostShown = 12;

/** The worst points with their values. */
export function WallPoints({ points, zone }: { points: readonly PointState[]; zone: string }) {
  const { t } = useTranslation('boards');
  const measurementName = useMeasurementName();
  const now = useNow();
  if (points.length === 0) return <PanelEmpty title={t('wallPage.noPoints')} />;
  return (
    <ul className={styles.points}>
      {points.slice(0, mostShown).map((point) => {
        const mark = pointMark(point.level, point.time);
        const stale = isStale({ time: point.time ?? 0, interval: point.interval * 1000 }, now);
        return (
          <li key={point.id} className={styles.point}>
            <LevelIcon level={mark} size={18} stale={stale} />
            <span className={styles.names}>
              <b>{point.name}</b>
              <span className={styles.quiet}>{measurementName(point.measurement)}</span>
            </span>
            <span className={styles.value}>
              <span>
                <b>
                  {(point.main === 'observed' ? formatNumber : formatChange)(point[point.main], point.field?.decimals)}
                </b>
                <span className={styles.quiet}>{unitBehind(mainUnit(point))}</span>
              </span>
              {point.share !== null && <ShareBar share={point.share} level={mark} />}
            </span>
            <span className={styles.age}>
              <AgeText time={point.time} interval={point.interval || undefined} zone={zone} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
