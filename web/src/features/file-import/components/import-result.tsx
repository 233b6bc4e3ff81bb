import { Button, Pagination, Progress, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/shared/format/number';
import { formatTime } from '@/shared/format/time';
import { DataTable } from '@/shared/table/data-table';
import list from '@/shared/ui/list-page.module.css';
import { Panel } from '@/shared/ui/panel';
import { PanelEmpty, QueryPanel } from '@/shared/ui/states';
import styles from '../import.module.css';
import {
  ended,
  type Job,
  type Refusal,
  type Target,
  useCancelJob,
  useJob,
  useRefused,
  useRefusedFile,
} from '../queries';

interface Props {
  target: Target;
  jobId: number;
  zone: string;
  onAgain: () => void;
}

/** How far an import is, what it brought in, and every row and cell that was refused. */
export function ImportResult({ target, jobId, zone, onAgain }: Props) {
  const query = useJob(jobId);
  return (
    <div className={styles.page}>
      <Panel>
        <QueryPanel query={query} rows={2}>
          {(job) => <Outcome job={job} zone={zone} onAgain={onAgain} />}
        </QueryPanel>
      </Panel>
      {query.data && ended(query.data) && <Refused target={target} jobId={jobId} />}
    </div>
  );
}

function Outcome({ job, zone, onAgain }: { job: Job; zone: string; onAgain: () => void }) {
  const { t } = useTranslation(['file-import', 'common']);
  const cancel = useCancelJob(job.id);
  const over = ended(job);
  const result = job.result as { rows: number; values: number; from: number; to: number; refused: number } | null;
  const percent = job.total > 0 ? Math.floor((100 * job.done) / job.total) : 0;
  return (
    <div className={styles.result} role="status">
      <div className={styles.progress}>
        <b>{t(`states.${job.state}`)}</b>
        <Progress
          percent={job.state === 'done' ? 100 : percent}
          status={job.state === 'failed' ? 'exception' : job.state === 'done' ? 'success' : 'normal'}
          aria-label={t('progress')}
        />
      </div>
      {result && (
        <>
          <span>{t('brought', { rows: formatNumber(result.rows, 0), values: formatNumber(result.values, 0) })}</span>
          {result.rows > 0 && (
            <span className={styles.quiet}>
              {formatTime(result.from, zone, 'list')} – {formatTime(result.to, zone, 'list')}
            </span>
          )}
        </>
      )}
      {over ? (
        <Button onClick={onAgain}>{t('again')}</Button>
      ) : (
        <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('common:action.cancel')}
        </Button>
      )}
    </div>
  );
}

const pageSize = 50;

function Refused({ target, jobId }: { target: Target; jobId: number }) {
  const { t } = useTranslation(['file-import', 'common']);
  const [page, setPage] = useState(1);
  const query = useRefused(target, jobId, page, pageSize);
  const file = useRefusedFile(target, jobId);
  const columns: TableColumnType<Refusal>[] = [
    { key: 'line', align: 'right', title: t('line'), render: (_, one) => formatNumber(one.line, 0) },
    { key: 'column', title: t('column'), render: (_, one) => one.column || t('wholeRow') },
    { key: 'text', title: t('found'), render: (_, one) => <span className={styles.sample}>{one.text}</span> },
    { key: 'reason', title: t('reason'), dataIndex: 'reason' },
  ];
  return (
    <Panel
      fill
      title={t('refused')}
      busy={query.isFetching && !query.isPending}
      extra={
        (query.data?.total ?? 0) > 0 && (
          <Button size="small" loading={file.isPending} onClick={() => file.mutate()}>
            {t('download')}
          </Button>
        )
      }
    >
      <div className={list.column}>
        <div className={list.scroll}>
          <QueryPanel
            query={query}
            rows={5}
            isEmpty={(data) => data.total === 0}
            empty={<PanelEmpty title={t('noneRefused')} />}
          >
            {(data) => (
              <DataTable<Refusal>
                label={t('refused')}
                rowKey={(one) => `${one.line} ${one.column}`}
                dataSource={data.list}
                columns={columns}
              />
            )}
          </QueryPanel>
        </div>
        <div className={list.foot}>
          <span>{t('common:table.total', { total: query.data?.total ?? 0 })}</span>
          <Pagination
            current={page}
            pageSize={pageSize}
            total={query.data?.total ?? 0}
            showSizeChanger={false}
            onChange={setPage}
          />
        </div>
      </div>
    </Panel>
  );
}
