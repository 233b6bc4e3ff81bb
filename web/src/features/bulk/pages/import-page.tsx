import { CheckCircleOutlined, DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { DevicesNav } from '@/entities/device/devices-nav';
import { useProject } from '@/entities/project/use-project';
import { saveText } from '@/ui/download';
import styles from '../bulk.module.css';
import { WorkbookImport } from '../components/workbook-import';
import { secretsCsv } from '../model/secrets';
import { type Imported, useCheckFile, useImportFile, useWorkbooks } from '../queries';

/** Imports devices from a workbook: check, correct, then all or none. */
export default function ImportPage() {
  const { t } = useTranslation('bulk');
  const projectId = Number(useParams().projectId);
  const corporationId = useProject(projectId).data?.corporationId ?? 0;
  const check = useCheckFile(corporationId, projectId);
  const run = useImportFile(corporationId, projectId);
  const books = useWorkbooks(corporationId, projectId);
  return (
    <WorkbookImport
      title={t('importing.title')}
      head={<DevicesNav projectId={projectId} corporationId={corporationId} here="actions" />}
      template={books.template}
      files={
        <Button
          icon={<DownloadOutlined aria-hidden />}
          loading={books.all.isPending}
          onClick={() => books.all.mutate()}
        >
          {t('importing.export')}
        </Button>
      }
      check={check}
      run={run}
      texts={{
        drop: t('importing.drop'),
        steps: t('importing.steps'),
        ready: (count) => t('importing.ready', { count }),
        skipped: (count) => t('importing.skipped', { count }),
        run: (count) => t('importing.run', { count }),
      }}
      correction={(file) => (
        <Button loading={books.marked.isPending} onClick={() => books.marked.mutate(file)}>
          {t('importing.marked')}
        </Button>
      )}
      done={(imported, again) => <Done imported={imported} projectId={projectId} onAgain={again} />}
    />
  );
}

function Done({ imported, projectId, onAgain }: { imported: Imported; projectId: number; onAgain: () => void }) {
  const { t } = useTranslation('bulk');
  const secrets = imported.devices.some((one) => one.secret !== '');
  return (
    <div className={styles.done} role="status">
      <CheckCircleOutlined aria-hidden />
      <b>{t('importing.done', { count: imported.devices.length })}</b>
      {secrets && (
        <>
          <p>{t('importing.doneHint')}</p>
          <Button
            type="primary"
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => saveText(`secrets-${imported.actionId}.csv`, secretsCsv(imported), 'text/csv')}
          >
            {t('importing.secrets')}
          </Button>
        </>
      )}
      <p className={styles.links}>
        <Link to={`/projects/${projectId}/devices`}>{t('importing.toDevices')}</Link>
        <Link to={`/projects/${projectId}/devices/actions`}>{t('importing.toActions')}</Link>
        <Button type="link" onClick={onAgain}>
          {t('importing.again')}
        </Button>
      </p>
    </div>
  );
}
