import { DownloadOutlined } from '@ant-design/icons';
import { Button, Drawer, Input, Pagination, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ZonedPicker } from '@/shared/form/zoned-picker';
import { defaultZone, formatTime } from '@/shared/format/time';
import { useLanguage } from '@/shared/i18n/use-language';
import { DataTable } from '@/shared/table/data-table';
import list from '@/shared/ui/list-page.module.css';
import { Panel } from '@/shared/ui/panel';
import { PanelEmpty, QueryPanel } from '@/shared/ui/states';
import { useMedia, usePhone } from '@/shared/ui/use-media';
import { LogDetail } from '../components/log-detail';
import { isNarrowed, type LogFilter, readFilter, writeFilter } from '../model/filter';
import { type OperationLog, pageSize, useExport, useLogOptions, useOperationLogs, useProjectOptions } from '../queries';
import styles from './operation-logs-page.module.css';

const sorts: Record<string, string> = {
  time: 'createdAt',
  account: 'account',
  action: 'action',
  scope: 'scope',
  content: 'content',
  ip: 'ip',
};

/** Who changed what: the log of operations with its filters, and one entry beside. */
export default function OperationLogsPage() {
  const { t } = useTranslation(['operation-logs', 'common']);
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const change = (wanted: Partial<LogFilter>) => setSearch((old) => writeFilter(old, wanted), { replace: true });
  const phone = usePhone();
  const wide = useMedia('(min-width: 1280px)');
  const language = useLanguage();
  const query = useOperationLogs(filter);
  const options = useLogOptions();
  const projects = useProjectOptions();
  const save = useExport();
  const named = (entries: { code: string; label: Record<string, string> }[] | undefined) =>
    (entries ?? []).map(({ code, label }) => ({ value: code, label: label[language] ?? code }));
  const orderOf = (key: string) => {
    const field = sorts[key];
    if (filter.sort === field) return 'ascend' as const;
    return filter.sort === `-${field}` ? ('descend' as const) : null;
  };
  const column = (key: string) => ({
    key,
    title: t(`column.${key}` as 'column.time'),
    sorter: true,
    sortOrder: orderOf(key),
  });

  const detail = filter.open !== null && (
    <LogDetail
      key={filter.open}
      operationLogId={filter.open}
      onClose={() => change({ open: null })}
      onAccount={(account) => change({ account, page: 1 })}
      onThing={(log) => change({ scope: log.scope, thing: log.scopeId, page: 1 })}
    />
  );
  if (phone && detail) return detail;

  return (
    <div className={list.page} data-detail={wide && detail ? 'open' : 'closed'}>
      <Panel fill busy={query.isFetching && !query.isPending}>
        <div className={list.column}>
          <div className={list.row}>
            <Input.Search
              key={filter.text}
              allowClear
              className={list.search ?? ''}
              placeholder={t('search')}
              aria-label={t('search')}
              defaultValue={filter.text}
              onSearch={(text) => change({ text: text.trim() })}
            />
            <Select
              className={styles.choice ?? ''}
              aria-label={t('common:entity.project')}
              value={filter.project}
              showSearch={{ optionFilterProp: 'label' }}
              options={[{ value: 0, label: t('allProjects') }, ...projects]}
              onChange={(project: number) => change({ project })}
            />
            <Select
              className={styles.choice ?? ''}
              aria-label={t('column.scope')}
              value={filter.scope}
              showSearch={{ optionFilterProp: 'label' }}
              options={[{ value: '', label: t('allScopes') }, ...named(options.data?.scopes)]}
              onChange={(scope: string) => change({ scope, thing: 0 })}
            />
            <Select
              className={styles.choice ?? ''}
              aria-label={t('column.action')}
              value={filter.action}
              showSearch={{ optionFilterProp: 'label' }}
              options={[{ value: '', label: t('allActions') }, ...named(options.data?.actions)]}
              onChange={(action: string) => change({ action })}
            />
            <Select
              className={styles.result ?? ''}
              aria-label={t('column.result')}
              value={filter.result}
              options={(['', 'done', 'refused'] as const).map((value) => ({
                value,
                label: t(value === '' ? 'allResults' : `result.${value}`),
              }))}
              onChange={(result: LogFilter['result']) => change({ result })}
            />
            <span className={styles.time}>
              <ZonedPicker
                zone={defaultZone}
                allowClear
                label={t('from')}
                placeholder={t('from')}
                value={filter.from}
                onChange={(from) => change({ from })}
              />
            </span>
            <span className={styles.time}>
              <ZonedPicker
                zone={defaultZone}
                allowClear
                label={t('to')}
                placeholder={t('to')}
                value={filter.to}
                onChange={(to) => change({ to })}
              />
            </span>
            {isNarrowed(filter) && (
              <Button type="link" onClick={() => setSearch({}, { replace: true })}>
                {t('common:action.reset')}
              </Button>
            )}
            <span className={list.space} />
            <Button icon={<DownloadOutlined aria-hidden />} loading={save.isPending} onClick={() => save.mutate(filter)}>
              {t('export')}
            </Button>
          </div>
          <div className={list.scroll}>
            <QueryPanel
              query={query}
              failure={t('failed')}
              rows={10}
              isEmpty={(page) => page.list.length === 0}
              empty={<PanelEmpty title={isNarrowed(filter) ? t('noneMatch') : t('none')} />}
            >
              {(page) =>
                phone ? (
                  <LogCards logs={page.list} onOpen={(open) => change({ open })} />
                ) : (
                  <DataTable<OperationLog>
                    label={t('title')}
                    rowKey={(row) => row.id}
                    dataSource={page.list}
                    selectedKey={filter.open ?? undefined}
                    onOpen={(row) => change({ open: row.id })}
                    onChange={(_pages, _filters, sorter) => {
                      const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
                      const field = sorts[String(columnKey)];
                      change({ sort: order && field ? `${order === 'descend' ? '-' : ''}${field}` : '' });
                    }}
                    columns={[
                      { ...column('time'), width: 150, render: (_, row) => formatTime(row.createdAt) },
                      {
                        ...column('account'),
                        width: 120,
                        ellipsis: true,
                        render: (_, row) => row.accountName || t('common:none'),
                      },
                      {
                        ...column('action'),
                        width: 140,
                        render: (_, row) => (
                          <>
                            {row.actionName}
                            {row.result === 'refused' && <span className={styles.refused}>{t('result.refused')}</span>}
                          </>
                        ),
                      },
                      { ...column('scope'), width: 110, render: (_, row) => row.scopeName },
                      {
                        ...column('content'),
                        ellipsis: true,
                        render: (_, row) => (
                          <span className={styles.content}>
                            <b>{row.content || (row.scopeId > 0 ? `#${row.scopeId}` : t('common:none'))}</b>
                            <small>{gist(row)}</small>
                          </span>
                        ),
                      },
                      ...(wide && !detail
                        ? [
                            {
                              key: 'project',
                              title: t('common:entity.project'),
                              width: 160,
                              ellipsis: true,
                              render: (_: unknown, row: OperationLog) => row.projectName || t('common:none'),
                            },
                            {
                              ...column('ip'),
                              width: 130,
                              render: (_: unknown, row: OperationLog) => row.ip || t('common:none'),
                            },
                          ]
                        : []),
                    ]}
                  />
                )
              }
            </QueryPanel>
          </div>
          <div className={list.foot}>
            <span>{t('common:table.total', { total: query.data?.total ?? 0 })}</span>
            <Pagination
              simple={phone}
              current={filter.page}
              pageSize={pageSize}
              total={query.data?.total ?? 0}
              showSizeChanger={false}
              onChange={(page) => change({ page })}
            />
          </div>
        </div>
      </Panel>
      {wide ? (
        detail
      ) : (
        <Drawer
          size={468}
          open={Boolean(detail)}
          closable={false}
          onClose={() => change({ open: null })}
          styles={{ body: { padding: 0 } }}
        >
          {detail}
        </Drawer>
      )}
    </div>
  );
}

/** The changes in a line: what a row has room for. */
function gist(log: OperationLog): string {
  if (log.result === 'refused') return log.reason;
  return log.changes
    .slice(0, 4)
    .map(({ label, before, after }) => `${label} ${before && `${before} → `}${after || '—'}`)
    .join('；');
}

function LogCards({ logs, onOpen }: { logs: readonly OperationLog[]; onOpen: (id: number) => void }) {
  return (
    <ul className={styles.cards}>
      {logs.map((log) => (
        <li key={log.id}>
          <button type="button" className={styles.card} onClick={() => onOpen(log.id)}>
            <b>
              {log.actionName}·{log.scopeName} {log.content}
            </b>
            <small>{gist(log)}</small>
            <small>
              {log.accountName} {formatTime(log.createdAt, undefined, 'list')}
            </small>
          </button>
        </li>
      ))}
    </ul>
  );
}
