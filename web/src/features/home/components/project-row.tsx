import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMeasurementName } from '@/api/catalog';
import type { ProjectStat } from '@/api/stats';
import { LevelIcon } from '@/entities/alert/level-icon';
import { tallyMark } from '@/entities/alert/mark';
import { ShareBar } from '@/entities/alert/share-bar';
import { AgeText } from '@/entities/live/age-text';
import { PointSpark } from '@/entities/monitor/point-spark';
import { ChangedFlash } from '@/ui/changed-flash';
import { defaultZone } from '@/ui/format/time';
import { useMedia } from '@/ui/use-media';
import { Value } from '@/ui/value';
import { isSilent } from '../model/ranking';
import styles from './project-list.module.css';

const sparkDays = 30;

/** A project with its worst point: level, name, last month, value against its control value, age. */
export function ProjectRow({ project }: { project: ProjectStat }) {
  const { worst } = project;
  const roomy = useMedia('(min-width: 2000px)');
  const level = tallyMark(project);
  const { t } = useTranslation(['home', 'common']);
  const measurementName = useMeasurementName();
  const pointLine = worst
    ? t('list.worst', { point: worst.name, measurement: measurementName(worst.measurement) })
    : t('list.noPoint');
  const signed = worst?.valueType === 'accumulated' || worst?.valueType === 'rate';
  return (
    <li>
      <Link to={`/dashboard/project/${project.projectId}`} className={styles.row}>
        <span className={styles.level}>
          <LevelIcon level={level} size={18} stale={isSilent(project)} />
        </span>
        <span className={styles.names}>
          <span className={styles.name} title={project.name}>
            {project.name}
          </span>
          <span className={styles.point}>
            <span className={styles.worst} title={pointLine}>
              {pointLine}
            </span>
            {worst && <span>·{t('list.points', { count: project.measuringPoints })}</span>}
          </span>
        </span>
        <span className={styles.spark}>
          {worst && <PointSpark point={worst} level={level} days={sparkDays} width={roomy ? 176 : 72} height={28} />}
        </span>
        <span className={styles.value}>
          {worst && (
            <ChangedFlash value={`${worst.time} ${worst.value}`}>
              <Value value={worst.value} unit={worst.unit} decimals={worst.decimals} signed={signed} />
            </ChangedFlash>
          )}
          {worst?.share !== undefined && worst.share !== null && <ShareBar share={worst.share} level={level} />}
        </span>
        <span className={styles.age}>
          <AgeText
            time={project.lastReading || (worst?.time ?? 0) || undefined}
            interval={worst && worst.interval > 0 ? worst.interval / 1000 : undefined}
            zone={project.timeZone || defaultZone}
          />
        </span>
      </Link>
    </li>
  );
}
