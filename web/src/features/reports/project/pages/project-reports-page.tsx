import { PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { useCan } from '@/entities/permission/permissions';
import { useZone } from '@/entities/project/use-project';
import { PanelEmpty } from '@/ui/states';
import { ListPage, ListRow, ListSearch, Space } from '@/ui/table/list-page';
import { useAddress } from '@/ui/table/use-address';
import { NewReportDialog } from '../components/new-report-dialog';
import { ReportsTable } from '../components/reports-table';
import { kinds } from '../model/period';
import { statuses } from '../model/steps';
import styles from '../project-reports.module.css';
import { type Filter, pageSize, useProjectReports } from '../queries';

/** The reports of a project that people check, sign and issue. */
export default function ProjectReportsPage() {
  const { t } = useTranslation(['project-reports', 'common']);
  const navigate = useNavigate();
  const projectId = Number(useParams().projectId);
  const zone = useZone(projectId);
  const { search, put, page, toPage } = useAddress();
  const asking = search.get('open') === 'new';
  const [now] = useState(Date.now);
  const mayAsk = [useCan('Create:Report'), useCan('View:Data')].every(Boolean);
  const kind = kinds.find((one) => one === search.get('kind')) ?? '';
  const status = statuses.find((one) => one === search.get('status')) ?? '';
  const keyword = search.get('q') ?? '';
  const query = useProjectReports(projectId, { page, keyword, kind, status });
  const filtered = Boolean(kind || status || keyword);
  const add = mayAsk && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => put({ open: 'new' })}>
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
                <Button onClick={() => put({ kind: null, status: null, q: null, page: null })}>
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
            <ListSearch text={keyword} label={t('search')} onSearch={(q) => put({ q, page: null })} />
            <Select<Filter['kind']>
              className={styles.choice ?? ''}
              aria-label={t('column.kind')}
              value={kind}
              options={[
                { value: '', label: t('allKinds') },
                ...kinds.map((value) => ({ value, label: t(`kind.${value}`) })),
              ]}
              onChange={(value) => put({ kind: value || null, page: null })}
            />
            <Select<Filter['status']>
              className={styles.choice ?? ''}
              aria-label={t('column.status')}
              value={status}
              options={[
                { value: '', label: t('allStatuses') },
                ...statuses.map((value) => ({ value, label: t(`status.${value}`) })),
              ]}
              onChange={(value) => put({ status: value || null, page: null })}
            />
            <Space />
            <Link to={`/projects/${projectId}/reports/templates`}>{t('templates')}</Link>
            {add}
          </ListRow>
        }
        page={page}
        pageSize={pageSize}
        onPage={toPage}
        detail={null}
        onClose={() => undefined}
      >
        {({ list }) => <ReportsTable list={list} zone={zone} onOpen={(id) => navigate(String(id))} />}
      </ListPage>
      {asking && mayAsk && (
        <NewReportDialog projectId={projectId} zone={zone} now={now} onClose={() => put({ open: null })} />
      )}
    </>
  );
}
