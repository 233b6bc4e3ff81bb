import { DownloadOutlined, FileExcelOutlined } from '@ant-design/icons';
import type { UseMutationResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DropFile } from '@/ui/form/drop-file';
import { FormError } from '@/ui/form/form-error';
import list from '@/ui/list-page.module.css';
import { Panel } from '@/ui/panel';
import styles from '../bulk.module.css';
import type { Report } from '../queries';
import { ReportGrid } from './report-grid';

const largestWorkbook = 2 * 1024 * 1024; // bytes, the server's limit

interface Props<Made, Found extends Report> {
  title: string;
  /** The left part of the header. */
  head: ReactNode;
  template: UseMutationResult<unknown, Error, void>;
  /** Further files to download, next to the template. */
  files?: ReactNode;
  check: UseMutationResult<Found, Error, File>;
  run: UseMutationResult<Made, Error, File>;
  texts: {
    drop: string;
    steps: string;
    ready: (count: number) => string;
    skipped: (count: number) => string;
    run: (count: number) => string;
  };
  /** Shown with a faulty file, to help correct it. */
  correction?: (file: File) => ReactNode;
  /** The effect of a valid file beyond its own rows. */
  consequences?: (found: Found) => ReactNode;
  done: (made: Made, again: () => void) => ReactNode;
}

/** A workbook that is checked, corrected, then imported as a whole or not at all. */
export function WorkbookImport<Made, Found extends Report>({
  title,
  head,
  template,
  files,
  check,
  run,
  texts,
  correction,
  consequences,
  done,
}: Props<Made, Found>) {
  const { t } = useTranslation('bulk');
  const [file, setFile] = useState<File>();
  const report = check.data;
  const good = report !== undefined && report.problems.length === 0;

  function take(chosen: File) {
    setFile(chosen);
    run.reset();
    check.mutate(chosen);
  }

  function again() {
    setFile(undefined);
    check.reset();
    run.reset();
  }

  return (
    <div className={list.page}>
      <h1 className="visually-hidden">{title}</h1>
      <Panel fill busy={check.isPending}>
        <div className={list.column}>
          <div className={list.row}>
            {head}
            <span className={list.space} />
            <Button
              icon={<DownloadOutlined aria-hidden />}
              loading={template.isPending}
              onClick={() => template.mutate()}
            >
              {t('importing.template')}
            </Button>
            {files}
          </div>
          {run.data !== undefined ? (
            done(run.data, again)
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
                  hint: texts.drop,
                  tooLarge: t('importing.tooLarge'),
                }}
                onFile={take}
              />
              <div className={styles.messages}>
                {!file && <p>{texts.steps}</p>}
                <FormError error={check.error ?? run.error} />
              </div>
              {report && file && !check.error && (
                <>
                  <div className={list.row} role="status">
                    <b data-bad={!good}>
                      {good ? texts.ready(report.rows.length) : t('importing.bad', { count: report.problems.length })}
                    </b>
                    {report.skipped > 0 && <span>{texts.skipped(report.skipped)}</span>}
                    <span className={list.space} />
                    {good ? (
                      <>
                        <span className={styles.quiet}>{t('importing.all')}</span>
                        <Button type="primary" loading={run.isPending} onClick={() => run.mutate(file)}>
                          {texts.run(report.rows.length)}
                        </Button>
                      </>
                    ) : (
                      correction?.(file)
                    )}
                  </div>
                  {good && consequences?.(report)}
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
