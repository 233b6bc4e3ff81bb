import { Button, Progress, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pointPath } from '@/entities/monitor/point-path';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { useLanguage } from '@/ui/i18n/use-language';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import styles from '../import.module.css';
import { type Counts, ended, type Job, type Report, type Target, useCancelJob, useFedPoints, useJob } from '../queries';
import { RefusedRows } from './refused-rows';

interface Props {
  target: Target;
  projectId: number;
  jobId: number;
  zone: string;
  /** Returns to the layout of the file, if still known. */
  onBack: (() => void) | undefined;
  onAgain: () => void;
}

/** The progress of an import, the outcome of its rows, and the refused rows. */
export function ImportResult({ target, projectId, jobId, zone, onBack, onAgain }: Props) {
  const query = useJob(jobId);
  const job = query.data;
  const over = job !== undefined && ended(job);
  const report = over && job.state === 'done' ? (job.result as Report | null) : null;
  return (
    <div className={styles.resultPage}>
      <Panel>
        <QueryPanel query={query} rows={2}>
          {(one) => <Outcome job={one} zone={zone} onBack={onBack} onAgain={onAgain} />}
        </QueryPanel>
        {report && report.stored + report.equal > 0 && <Curves target={target} projectId={projectId} />}
        {report && (report.files?.length ?? 0) > 1 && <Files files={report.files ?? []} />}
      </Panel>
      {over && <RefusedRows target={target} jobId={jobId} />}
    </div>
  );
}

/** The parts that the rows of a file add up to. */
const parts = ['stored', 'equal', 'refused', 'sameTime', 'empty'] as const;

function Outcome({ job, zone, onBack, onAgain }: { job: Job; zone: string } & Pick<Props, 'onBack' | 'onAgain'>) {
  const { t } = useTranslation(['file-import', 'common']);
  const language = useLanguage();
  const cancel = useCancelJob(job.id);
  const over = ended(job);
  const result = job.result as Report | null;
  const percent = job.total > 0 ? Math.floor((100 * job.done) / job.total) : 0;
  const nothingNew = job.state === 'done' && result && result.rows > 0 && result.stored === 0 && result.equal > 0;
  return (
    <div className={styles.result} role="status">
      <div className={styles.progress}>
        <b>{nothingNew ? t('nothingNew') : t(`states.${job.state}`)}</b>
        {!over && <Progress percent={percent} status="normal" aria-label={t('progress')} />}
      </div>
      {result?.problem && (
        <p className={styles.problem} role="alert">
          {result.problem.text[language] ?? result.problem.text.en}
        </p>
      )}
      {job.state === 'done' && result && <Sum counts={result} />}
      {job.state === 'done' && result && result.stored + result.equal > 0 && (
        <span className={styles.quiet}>
          {t('covers', {
            from: formatTime(result.from, zone, 'full'),
            to: formatTime(result.to, zone, 'full'),
            values: formatNumber(result.values, 0),
          })}
          {result.revised > 0 &&
            ` · ${t('revised', { count: result.revised, value: formatNumber(result.revised, 0) })}`}
          {result.cells > 0 && ` · ${t('cells', { count: result.cells, value: formatNumber(result.cells, 0) })}`}
        </span>
      )}
      <div className={styles.buttons}>
        {!over && (
          <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('common:action.cancel')}
          </Button>
        )}
        {over && onBack && (
          <Button type={job.state === 'failed' ? 'primary' : 'default'} onClick={onBack}>
            {t('backToLayout')}
          </Button>
        )}
        {over && <Button onClick={onAgain}>{t('anotherFile')}</Button>}
      </div>
    </div>
  );
}

/** Rows of the file = stored + equal + refused + on the time of another + without a value. */
function Sum({ counts }: { counts: Counts }) {
  const { t } = useTranslation('file-import');
  return (
    <p className={styles.sum}>
      <span>
        <b className="num">{formatNumber(counts.rows, 0)}</b> {t('sum.rows', { count: counts.rows })}
      </span>
      {parts.map((part, i) => (
        <span key={part} data-none={counts[part] === 0 || undefined}>
          <i aria-hidden="true">{i === 0 ? '=' : '+'}</i> <b className="num">{formatNumber(counts[part], 0)}</b>{' '}
          {t(`sum.${part}`)}
        </span>
      ))}
    </p>
  );
}

function Curves({ target, projectId }: { target: Target; projectId: number }) {
  const { t } = useTranslation('file-import');
  const points = useFedPoints(target).data ?? [];
  return (
    <p className={styles.curves}>
      {points.length === 0 && <span className={styles.quiet}>{t('feedsNothing')}</span>}
      {points.map((one) => (
        <Link key={one.measuringPointId} to={pointPath(projectId, one.structureId, one.measuringPointId)}>
          {t('curveOf', { name: one.name })}
        </Link>
      ))}
    </p>
  );
}

type FileCounts = Counts & { name: string };

/** The same sum for each file of a zip. */
function Files({ files }: { files: FileCounts[] }) {
  const { t } = useTranslation('file-import');
  const columns: TableColumnType<FileCounts>[] = [
    { key: 'name', title: t('file'), dataIndex: 'name' },
    ...(['rows', ...parts] as const).map(
      (part): TableColumnType<FileCounts> => ({
        key: part,
        align: 'right',
        title: t(`heads.${part}`),
        render: (_, one) => <span className="num">{formatNumber(one[part], 0)}</span>,
      }),
    ),
  ];
  return (
    <div className={styles.sideways}>
      <DataTable<FileCounts> label={t('files')} rowKey={(one) => one.name} dataSource={files} columns={columns} />
    </div>
  );
}
