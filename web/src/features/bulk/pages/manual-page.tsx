import { CheckCircleOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { projectQuery } from '@/api/project';
import { Consequences } from '@/entities/configuration/consequences';
import { pointPath } from '@/entities/monitor/point-path';
import styles from '../bulk.module.css';
import { WorkbookImport } from '../components/workbook-import';
import { useManualForm } from '../shift-queries';

/** Readings of manual points from a workbook: check, correct, then all or none. */
export default function ManualPage() {
  const { t } = useTranslation('bulk');
  const { projectId, structureId, mpId } = useParams();
  const { template, check, run } = useManualForm(Number(structureId), Number(mpId));
  const zone = useQuery(projectQuery(Number(projectId))).data?.timeZone ?? 'Asia/Shanghai';
  const back = <Link to={pointPath(Number(projectId), Number(structureId), Number(mpId))}>{t('manual.back')}</Link>;
  return (
    <WorkbookImport
      title={t('manual.title')}
      head={back}
      template={template}
      check={check}
      run={run}
      texts={{
        drop: t('manual.drop'),
        steps: t('manual.steps'),
        ready: (count) => t('manual.ready', { count }),
        skipped: (count) => t('shifts.skipped', { count }),
        run: () => t('manual.run', { count: check.data?.readings ?? 0 }),
      }}
      consequences={(report) => <Consequences found={report.consequences} zone={zone} />}
      done={(made, again) => (
        <div className={styles.done} role="status">
          <CheckCircleOutlined aria-hidden />
          <b>{t('manual.done', { count: made.rows })}</b>
          <p>{t('manual.doneHint')}</p>
          <p className={styles.links}>
            {back}
            <Button type="link" onClick={again}>
              {t('importing.again')}
            </Button>
          </p>
        </div>
      )}
    />
  );
}
