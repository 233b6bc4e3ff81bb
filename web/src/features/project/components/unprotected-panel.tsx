import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LevelIcon } from '@/entities/alert/level-icon';
import { useCan } from '@/entities/permission/permissions';
import { formatNumber } from '@/ui/format/number';
import { Panel } from '@/ui/panel';
import { useMedia } from '@/ui/use-media';
import { type Reason, unprotectedPath } from '../model/fixes';
import { unprotectedQuery, useUnprotectedExport } from '../queries';
import styles from './unprotected-panel.module.css';
import { UnprotectedRow } from './unprotected-row';

/** Why nothing of a point is judged; partly judged points count among the judged ones. */
const unjudged: Reason[] = [
  'switchedOff',
  'noFormula',
  'noData',
  'unpairedFace',
  'noThreshold',
  'noInitialValue',
  'readingHeld',
];
/** Entries shown here; their own page lists them all. */
const usual = 3;
const roomy = 8;

/** Points that would raise no alarm, each with the step that fixes it. Renders nothing if every point is judged. */
export function UnprotectedPanel({ projectId, zone }: { projectId: number; zone: string }) {
  const { t } = useTranslation('project');
  const may = useCan('View:MeasuringPoint');
  const shown = useMedia('(min-width: 2000px)') ? roomy : usual;
  const filter = { structureId: 0, reasons: unjudged, text: '' };
  const query = useQuery({ ...unprotectedQuery(projectId, filter, { page: 1, pageSize: shown }), enabled: may });
  const exporting = useUnprotectedExport(projectId);
  const total = query.data?.total ?? 0;
  const partly = query.data?.counts.find(({ code }) => code === 'partlyJudged')?.count ?? 0;
  if (total + partly === 0) return null;
  const rest = total - shown;
  return (
    <div className={styles.ahead} data-ahead="true">
      <Panel
        title={
          <span className={styles.title}>
            <LevelIcon level="notJudged" size={15} decorative /> {t('unprotected.title')} {formatNumber(total, 0)}
          </span>
        }
        extra={
          <Button type="link" size="small" loading={exporting.isPending} onClick={() => exporting.mutate(filter)}>
            {t('unprotected.export')}
          </Button>
        }
      >
        {total > 0 && <p className={styles.hint}>{t('unprotected.hint')}</p>}
        <ul className={styles.list}>
          {query.data?.list.map((point) => (
            <UnprotectedRow key={point.measuringPointId} projectId={projectId} point={point} zone={zone} />
          ))}
        </ul>
        {(rest > 0 || partly > 0) && (
          <p className={styles.more}>
            {rest > 0 && <Link to={unprotectedPath(projectId)}>{t('unprotected.rest', { count: rest })}</Link>}
            {partly > 0 && (
              <Link to={unprotectedPath(projectId, undefined, 'partlyJudged')}>
                {t('unprotected.partly', { count: partly })}
              </Link>
            )}
          </p>
        )}
      </Panel>
    </div>
  );
}
