import { Button, Pagination, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/ui/format/number';
import list from '@/ui/list-page.module.css';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import styles from '../import.module.css';
import { type Refusal, type Target, useRefused, useRefusedFile } from '../queries';
import { useColumnName } from './use-column-name';

const pageSize = 50;

/** Rows and cells that could not be read, and rows on the time of another, with line and reason. */
export function RefusedRows({ target, jobId }: { target: Target; jobId: number }) {
  const { t } = useTranslation(['file-import', 'common']);
  const nameOf = useColumnName();
  const [page, setPage] = useState(1);
  const query = useRefused(target, jobId, page, pageSize);
  const file = useRefusedFile(target, jobId);
  const several = new Set(query.data?.list.map((one) => one.file)).size > 1;
  const columns: TableColumnType<Refusal>[] = [
    ...(several ? [{ key: 'file', title: t('file'), dataIndex: 'file' }] : []),
    { key: 'line', align: 'right', title: t('line'), render: (_, one) => formatNumber(one.line, 0) },
    { key: 'column', title: t('column'), render: (_, one) => (one.column ? nameOf(one.column) : t('wholeRow')) },
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
                rowKey={(one) => `${one.file} ${one.line} ${one.column}`}
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
