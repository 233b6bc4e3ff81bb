import { CheckCircleOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { projectQuery } from '@/api/project';
import { Consequences } from '@/entities/configuration/consequences';
import styles from '../bulk.module.css';
import { WorkbookImport } from '../components/workbook-import';
import { useShiftForm } from '../shift-queries';

/** Initial-value corrections of a structure's points from a workbook: check, correct, then all or none. */
export default function ShiftsPage() {
  const { t } = useTranslation('bulk');
  const { projectId, structureId } = useParams();
  const { template, check, marked, run } = useShiftForm(Number(structureId));
  const zone = useQuery(projectQuery(Number(projectId))).data?.timeZone ?? 'Asia/Shanghai';
  const back = <Link to={`/projects/${projectId}/console/structures/${structureId}`}>{t('shifts.back')}</Link>;
  return (
    <WorkbookImport
      title={t('shifts.title')}
      head={back}
      template={template}
      check={check}
      run={run}
      texts={{
        drop: t('shifts.drop'),
        steps: t('shifts.steps'),
        ready: (count) => t('shifts.ready', { count }),
        skipped: (count) => t('shifts.skipped', { count }),
        run: (count) => t('shifts.run', { count }),
      }}
      correction={(file) => (
        <Button loading={marked.isPending} onClick={() => marked.mutate(file)}>
          {t('importing.marked')}
        </Button>
      )}
      consequences={(report) => <Consequences found={report.consequences} zone={zone} />}
      done={(made, again) => (
        <div className={styles.done} role="status">
          <CheckCircleOutlined aria-hidden />
          <b>{t('shifts.done', { count: made.corrections.length })}</b>
          <p>{t('shifts.doneHint')}</p>
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
