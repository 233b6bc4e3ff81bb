import { CheckCircleOutlined, DownloadOutlined, FileExcelOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { DropFile } from '@/shared/form/drop-file';
import { FormError } from '@/shared/form/form-error';
import list from '@/shared/ui/list-page.module.css';
import { Panel } from '@/shared/ui/panel';
import styles from '../bulk.module.css';
import { ReportGrid } from '../components/report-grid';
import { useShiftForm } from '../shift-queries';

const largestWorkbook = 2 * 1024 * 1024; // bytes, as the server takes them

/** Initial-value corrections of a structure's points from a workbook: check, mend, then all or none. */
export default function ShiftsPage() {
  const { t } = useTranslation('bulk');
  const { projectId, structureId } = useParams();
  const [file, setFile] = useState<File>();
  const { template, check, run } = useShiftForm(Number(structureId));
  const report = check.data;
  const good = report !== undefined && report.problems.length === 0;
  const back = `/projects/${projectId}/console/structures/${structureId}`;

  function take(chosen: File) {
    setFile(chosen);
    run.reset();
    check.mutate(chosen);
  }

  return (
    <div className={list.page}>
      <h1 className="visually-hidden">{t('shifts.title')}</h1>
      <Panel fill busy={check.isPending}>
        <div className={list.column}>
          <div className={list.row}>
            <Link to={back}>{t('shifts.back')}</Link>
            <span className={list.space} />
            <Button
              icon={<DownloadOutlined aria-hidden />}
              loading={template.isPending}
              onClick={() => template.mutate()}
            >
              {t('importing.template')}
            </Button>
          </div>
          {run.data ? (
            <div className={styles.done} role="status">
              <CheckCircleOutlined aria-hidden />
              <b>{t('shifts.done', { count: run.data.corrections.length })}</b>
              <p>{t('shifts.doneHint')}</p>
              <p className={styles.links}>
                <Link to={back}>{t('shifts.back')}</Link>
                <Button
                  type="link"
                  onClick={() => {
                    setFile(undefined);
                    check.reset();
                    run.reset();
                  }}
                >
                  {t('importing.again')}
                </Button>
              </p>
            </div>
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
                  hint: t('shifts.drop'),
                  tooLarge: t('importing.tooLarge'),
                }}
                onFile={take}
              />
              <div className={styles.messages}>
                {!file && <p>{t('shifts.steps')}</p>}
                <FormError error={check.error ?? run.error} />
              </div>
              {report && file && !check.error && (
                <>
                  <div className={list.row} role="status">
                    <b data-bad={!good}>
                      {good
                        ? t('shifts.ready', { count: report.rows.length })
                        : t('importing.bad', { count: report.problems.length })}
                    </b>
                    {report.skipped > 0 && <span>{t('shifts.skipped', { count: report.skipped })}</span>}
                    <span className={list.space} />
                    {good && (
                      <>
                        <span className={styles.quiet}>{t('importing.all')}</span>
                        <Button type="primary" loading={run.isPending} onClick={() => run.mutate(file)}>
                          {t('shifts.run', { count: report.rows.length })}
                        </Button>
                      </>
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
