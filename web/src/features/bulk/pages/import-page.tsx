import { CheckCircleOutlined, DownloadOutlined, FileExcelOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { saveText } from '@/shared/download';
import { DropFile } from '@/shared/form/drop-file';
import { FormError } from '@/shared/form/form-error';
import { useProject } from '@/shared/project/use-project';
import list from '@/shared/ui/list-page.module.css';
import { Panel } from '@/shared/ui/panel';
import styles from '../bulk.module.css';
import { BulkNav } from '../components/bulk-nav';
import { ReportGrid } from '../components/report-grid';
import { secretsCsv } from '../model/secrets';
import { type Imported, useCheckFile, useImportFile, useWorkbooks } from '../queries';

const largestWorkbook = 2 * 1024 * 1024; // bytes, as the server takes them

/** Many devices at once, from a workbook: check, mend, then all or none. */
export default function ImportPage() {
  const { t } = useTranslation('bulk');
  const projectId = Number(useParams().projectId);
  const corporationId = useProject(projectId).data?.corporationId ?? 0;
  const [file, setFile] = useState<File>();
  const check = useCheckFile(corporationId, projectId);
  const run = useImportFile(corporationId, projectId);
  const books = useWorkbooks(corporationId, projectId);
  const report = check.data;
  const good = report !== undefined && report.problems.length === 0;

  function take(chosen: File) {
    setFile(chosen);
    run.reset();
    check.mutate(chosen);
  }

  return (
    <div className={list.page}>
      <h1 className="visually-hidden">{t('importing.title')}</h1>
      <Panel fill busy={check.isPending}>
        <div className={list.column}>
          <div className={list.row}>
            <BulkNav projectId={projectId} here="import" />
            <span className={list.space} />
            <Button
              icon={<DownloadOutlined aria-hidden />}
              loading={books.template.isPending}
              onClick={() => books.template.mutate()}
            >
              {t('importing.template')}
            </Button>
            <Button
              icon={<DownloadOutlined aria-hidden />}
              loading={books.all.isPending}
              onClick={() => books.all.mutate()}
            >
              {t('importing.export')}
            </Button>
          </div>
          {run.data ? (
            <Done
              imported={run.data}
              projectId={projectId}
              onAgain={() => {
                setFile(undefined);
                check.reset();
                run.reset();
              }}
            />
          ) : (
            <>
              <DropFile
                icon={<FileExcelOutlined aria-hidden />}
                name={file?.name ?? ''}
                busy={check.isPending}
                accept=".xlsx"
                largest={largestWorkbook}
                texts={{
                  choose: t('importing.choose'),
                  chooseOther: t('importing.chooseOther'),
                  hint: t('importing.drop'),
                  tooLarge: t('importing.tooLarge'),
                }}
                onFile={take}
              />
              <div className={styles.messages}>
                {!file && <p>{t('importing.steps')}</p>}
                <FormError error={check.error ?? run.error} />
              </div>
              {report && file && !check.error && (
                <>
                  <div className={list.row} role="status">
                    <b data-bad={!good}>
                      {good
                        ? t('importing.ready', { count: report.rows.length })
                        : t('importing.bad', { count: report.problems.length })}
                    </b>
                    {report.skipped > 0 && <span>{t('importing.skipped', { count: report.skipped })}</span>}
                    <span className={list.space} />
                    {good ? (
                      <>
                        <span className={styles.quiet}>{t('importing.all')}</span>
                        <Button type="primary" loading={run.isPending} onClick={() => run.mutate(file)}>
                          {t('importing.run', { count: report.rows.length })}
                        </Button>
                      </>
                    ) : (
                      <Button loading={books.marked.isPending} onClick={() => books.marked.mutate(file)}>
                        {t('importing.marked')}
                      </Button>
                    )}
                  </div>
                  <ReportGrid report={report} />
                </>
              )}
            </>
          )}
        </div>
      </Panel>
    </div>
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
