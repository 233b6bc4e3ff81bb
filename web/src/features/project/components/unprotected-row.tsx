import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMeasurementName } from '@/api/catalog';
import { LevelIcon } from '@/entities/alert/level-icon';
import { pointMark } from '@/entities/alert/mark';
import { AgeText } from '@/entities/live/age-text';
import { useCan } from '@/entities/permission/permissions';
import { listText } from '@/ui/format/list';
import { formatNumber, withUnit } from '@/ui/format/number';
import { type Fix, fixNeeds, fixPath, type UnprotectedPoint } from '../model/fixes';
import styles from './unprotected-row.module.css';

interface Props {
  projectId: number;
  point: UnprotectedPoint;
}

/** A point without protection: why, its thresholds and newest value, and the step that fixes it. */
export function UnprotectedRow({ projectId, point, zone }: Props & { zone: string }) {
  const measurementName = useMeasurementName();
  return (
    <li className={styles.row}>
      <UnprotectedMark point={point} />
      <div className={styles.text}>
        <span className={styles.line}>
          <b>{point.name}</b> <span className={styles.what}>{measurementName(point.measurement)}</span>
        </span>
        <span className={styles.why}>
          <span>{point.judgement.reason}</span>
          <span className={styles.detail}>
            <UnprotectedDetail point={point} zone={zone} />
          </span>
        </span>
      </div>
      <FixButton projectId={projectId} point={point} />
    </li>
  );
}

export function UnprotectedMark({ point }: { point: UnprotectedPoint }) {
  return <LevelIcon level={pointMark(point.level, point.time)} size={18} stale={point.stale} />;
}

/** What the thresholds watch: one phrase for all with the same number of limits. */
export function useThresholdsSet(): (point: UnprotectedPoint) => string[] {
  const { t } = useTranslation('project');
  return ({ judgement }) => {
    const counts = [...new Set(judgement.fields.map(({ limits }) => limits))];
    return counts.map((count) => {
      const labels = judgement.fields.filter(({ limits }) => limits === count).map(({ label }) => label);
      return t('unprotected.set', { count, label: listText(labels) });
    });
  };
}

/** The thresholds of the point and its newest value. */
export function UnprotectedDetail({ point, zone }: { point: UnprotectedPoint; zone: string }) {
  const { t } = useTranslation('project');
  const set = useThresholdsSet()(point);
  if (point.time === 0) return set.length > 0 ? set.join(t('unprotected.and')) : t('unprotected.noReading');
  const value = withUnit(formatNumber(point.value, point.decimals), point.unit);
  return (
    <>
      {[...set, t('unprotected.now', { value })].join(t('unprotected.and'))} <AgeText time={point.time} zone={zone} />
    </>
  );
}

/** One click to the fix; users who may not make it are led to the data. */
export function FixButton({ projectId, point }: Props) {
  const { t } = useTranslation('project');
  const fix = point.fix as Fix;
  const needed = fixNeeds[fix];
  const may = useCan(...(needed ? [needed] : []));
  const way: Fix = needed === null || may ? fix : 'viewData';
  return (
    <Link to={fixPath(projectId, point, way)} aria-label={`${point.name} ${t(`unprotected.fix.${way}`)}`}>
      <Button size="small" tabIndex={-1}>
        {t(`unprotected.fix.${way}`)}
      </Button>
    </Link>
  );
}
