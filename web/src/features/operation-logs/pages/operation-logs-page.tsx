import { DownloadOutlined } from '@ant-design/icons';
import { Button, Select, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { defaultZone, formatTime } from '@/ui/format/time';
import { currentLanguage } from '@/ui/i18n/i18n';
import { useLanguage } from '@/ui/i18n/use-language';
import { PanelEmpty } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { ListPage, ListRow, ListSearch, Space } from '@/ui/table/list-page';
import { serverSort } from '@/ui/table/server-sort';
import { useMedia, usePhone } from '@/ui/use-media';
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

/** Who changed what: the filtered log of operations and one entry in detail. */
export default function OperationLogsPage() {
  const { t } = useTranslation(['operation-logs', 'common']);
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const change = (wanted: Partial<LogFilter>) => setSearch((old) => writeFilter(old, wanted), { replace: true });
  const phone = usePhone();
  const query = useOperationLogs(filter);
  const order = serverSort<OperationLog>(filter.sort, sorts, (sort) => change({ sort }));

  const detail = filter.open !== null && (
    <LogDetail
      key={filter.open}
      operationLogId={filter.open}
      onClose={() => change({ open: null })}
      onAccount={(account) => change({ account, page: 1 })}
      onThing={(log) => change({ scope: log.scope, thing: log.scopeId, page: 1 })}
    />
  );
  const columns = useColumns(order.column, filter.open === null);
  return (
    <ListPage
      query={query}
      failure={t('failed')}
      empty={<PanelEmpty title={isNarrowed(filter) ? t('noneMatch') : t('none')} />}
      head={<Filters filter={filter} onChange={change} onReset={() => setSearch({}, { replace: true })} />}
      page={filter.page}
      pageSize={pageSize}
      onPage={(page) => change({ page })}
      detail={detail}
      onClose={() => change({ open: null })}
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
            onChange={order.onChange}
            columns={columns}
          />
        )
      }
    </ListPage>
  );
}

type Sorted = ReturnType<typeof serverSort<OperationLog>>['column'];

/** Project and address columns appear on wide screens. */
function useColumns(sorted: Sorted, alone: boolean): TableColumnType<OperationLog>[] {
  const { t } = useTranslation(['operation-logs', 'common']);
  const wide = useMedia('(min-width: 1280px)');
  const column = (key: string) => ({ ...sorted(key), title: t(`column.${key}` as 'column.time') });
  return [
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
    ...(wide && alone
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
  ];
}

interface FiltersProps {
  filter: LogFilter;
  onChange: (wanted: Partial<LogFilter>) => void;
  onReset: () => void;
}

function Filters({ filter, onChange: change, onReset }: FiltersProps) {
  const { t } = useTranslation(['operation-logs', 'common']);
  const language = useLanguage();
  const options = useLogOptions();
  const projects = useProjectOptions();
  const save = useExport();
  const named = (entries: { code: string; label: Record<string, string> }[] | undefined) =>
    (entries ?? []).map(({ code, label }) => ({ value: code, label: label[language] ?? code }));
  return (
    <ListRow>
      <ListSearch text={filter.text} label={t('search')} onSearch={(text) => change({ text })} />
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
        <Button type="link" onClick={onReset}>
          {t('common:action.reset')}
        </Button>
      )}
      <Space />
      <Button icon={<DownloadOutlined aria-hidden />} loading={save.isPending} onClick={() => save.mutate(filter)}>
        {t('export')}
      </Button>
    </ListRow>
  );
}

/** The changes in a line: what a row has room for. */
function gist(log: OperationLog): string {
  if (log.result === 'refused') return log.reason;
  return log.changes
    .slice(0, 4)
    .map(({ label, before, after }) => `${label} ${before && `${before} → `}${after || '—'}`)
    .join(currentLanguage() === 'en' ? '; ' : '；');
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
