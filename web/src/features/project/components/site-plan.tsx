import { Tooltip } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMeasurementName } from '@/api/catalogue';
import { formatChange, formatNumber } from '@/shared/format/number';
import { pointPath } from '@/shared/monitor/point-path';
import { asLevel } from '@/shared/theme/tokens';
import { LevelIcon } from '@/shared/ui/level-icon';
import { LevelLegend } from '@/shared/ui/level-legend';
import { useSize } from '@/shared/ui/use-size';
import { placeNames } from '../model/names';
import type { PlanPoint } from '../model/places';
import styles from './site-plan.module.css';

interface Props {
  projectId: number;
  points: readonly PlanPoint[];
  /** Picture of the plan; without one the points stand on a plain grid. */
  picture?: string | undefined;
  name: string;
}

function valueText({ point }: PlanPoint): string {
  const signed = point.valueType === 'accumulated' || point.valueType === 'rate';
  return `${(signed ? formatChange : formatNumber)(point.value, point.decimals)} ${point.unit}`;
}

/** The plan of a structure: quiet dots where all is normal, names and values where it is not. A point leads to its curve. */
export function SitePlan({ projectId, points, picture, name }: Props) {
  const { t } = useTranslation('project');
  const measurementName = useMeasurementName();
  const area = useRef<HTMLUListElement>(null);
  const { width, height } = useSize(area);
  const sides = placeNames(
    points.map((entry) => ({
      id: entry.point.measuringPointId,
      x: entry.x * width,
      y: entry.y * height,
      level: entry.point.level,
      text: entry.point.level >= 3 ? `${entry.point.name} ${valueText(entry)}` : entry.point.name,
    })),
  );
  return (
    <div className={styles.plan}>
      {picture && <img className={styles.picture} src={picture} alt={t('plan.picture', { name })} />}
      <ul ref={area} className={styles.points} aria-label={t('plan.points', { name })}>
        {points.map((entry) => {
          const { point, x, y, stale } = entry;
          const level = asLevel(point.level);
          const value = valueText(entry);
          const side = sides.get(point.measuringPointId);
          return (
            <li
              key={point.measuringPointId}
              className={styles.place}
              style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
            >
              <Tooltip title={`${point.name} · ${measurementName(point.measurement)} · ${value}`}>
                <Link
                  className={styles.point}
                  data-loud={level >= 3}
                  data-level={level}
                  to={pointPath(projectId, point.structureId, point.measuringPointId)}
                >
                  <LevelIcon level={level} size={level >= 3 ? 18 : level >= 1 ? 14 : 12} stale={stale} />
                  <span className={side ? styles.name : 'visually-hidden'} data-side={side}>
                    {point.name}
                    {level >= 3 && <span className={styles.value}> {value}</span>}
                  </span>
                </Link>
              </Tooltip>
            </li>
          );
        })}
      </ul>
      <LevelLegend />
    </div>
  );
}
