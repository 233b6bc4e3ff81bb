import { PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useCan } from '@/entities/permission/permissions';
import { useZone } from '@/entities/project/use-project';
import { formatBytes } from '@/ui/format/number';
import { PanelEmpty } from '@/ui/states';
import { ListPage, ListRow, ListSearch, Space } from '@/ui/table/list-page';
import { useAddress } from '@/ui/table/use-address';
import { reportKinds } from '../asked';
import { ExportDialog } from '../components/export-dialog';
import { ReportDetail } from '../components/report-detail';
import { ReportTable } from '../components/report-table';
import { formats, pageSize, type Report, statuses, useReports } from '../queries';
import styles from '../reports.module.css';

/** The download centre: the files of a project that were made, or are to be made, in the background. */
export default function DownloadPage() {
  const { t } = useTranslation(['reports', 'common']);
  const projectId = Number(useParams().projectId);
  const zone = useZone(projectId);
  const { search, put, page, toPage } = useAddress();
  const mayAsk = [useCan('Create:Report'), useCan('View:Data')].every(Boolean);
  const asked = reportKinds.find((one) => one === search.get('new'));
  const status = statuses.find((one) => one === search.get('status')) ?? '';
  const format = formats.find((one) => one === search.get('format')) ?? '';
  const own = search.get('own') === '1';
  const name = search.get('q') ?? '';
  const query = useReports(projectId, { page, name, format, status, own });
  const open = Number(search.get('report') ?? 0) || 0;
  const show = (id: number) => put({ report: id ? String(id) : null });
  const shown = query.data?.list.find(({ id }) => id === open);
  const filtered = Boolean(status || format || own || name);
  const add = mayAsk && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => put({ new: reportKinds[0] })}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <ListPage
        query={query}
        failure={t('failed')}
        empty={
          filtered ? (
            <PanelEmpty
              title={t('noneMatch')}
              action={
                <Button onClick={() => put({ status: null, format: null, own: null, q: null, page: null })}>
                  {t('common:action.clearFilters')}
                </Button>
              }
            />
          ) : (
            <PanelEmpty title={t('none')} hint={t('noneHint')} action={add} />
          )
        }
        head={
          <ListRow>
            <ListSearch text={name} label={t('search')} onSearch={(q) => put({ q, page: null })} />
            <Segmented<Report['status'] | ''>
              aria-label={t('column.status')}
              value={status}
              options={(['', ...statuses] as const).map((value) => ({ value, label: t(`status.${value || 'all'}`) }))}
              onChange={(value) => put({ status: value || null, page: null })}
            />
            <Select<Report['format'] | ''>
              className={styles.format ?? ''}
              aria-label={t('column.format')}
              value={format}
              options={[
                { value: '', label: t('allFormats') },
                ...formats.map((value) => ({ value, label: value.toUpperCase() })),
              ]}
              onChange={(value) => put({ format: value || null, page: null })}
            />
            <Checkbox checked={own} onChange={({ target }) => put({ own: target.checked ? '1' : null, page: null })}>
              {t('own')}
            </Checkbox>
            <Space />
            {add}
          </ListRow>
        }
        total={(total) =>
          query.data
            ? t('total', { total, used: formatBytes(query.data.used), days: query.data.keepDays })
            : t('common:table.total', { total })
        }
        page={page}
        pageSize={pageSize}
        onPage={toPage}
        detail={shown && <ReportDetail report={shown} zone={zone} onClose={() => show(0)} />}
        onClose={() => show(0)}
      >
        {(answer) => <ReportTable list={answer.list} zone={zone} open={open} onOpen={show} />}
      </ListPage>
      {asked && mayAsk && (
        <ExportDialog
          {...{ projectId, zone }}
          kind={asked}
          structureId={Number(search.get('structure') ?? 0) || 0}
          onClose={() => put({ new: null, structure: null })}
        />
      )}
    </>
  );
}
