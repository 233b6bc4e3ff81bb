import { PlusOutlined } from '@ant-design/icons';
import { Button, Pagination, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useCan } from '@/entities/permission/permissions';
import { useZone } from '@/entities/project/use-project';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { useAddress } from '@/ui/table/use-address';
import { CalendarView } from '../components/calendar-view';
import { RunsTable } from '../components/runs-table';
import { ScheduleDialog } from '../components/schedule-dialog';
import { SchedulesTable } from '../components/schedules-table';
import { pageSize, useConfig, useRuns, useSchedules } from '../queries';
import styles from '../schedules.module.css';

const views = ['schedules', 'history', 'calendar'] as const;
type View = (typeof views)[number];

/** The reports of a project that make themselves: schedules, what became of their periods, and the calendar. */
export default function SchedulesPage() {
  const { t } = useTranslation('report-schedules');
  const projectId = Number(useParams().projectId);
  const zone = useZone(projectId);
  const { search, put } = useAddress();
  const view = views.find((one) => one === search.get('view')) ?? 'schedules';
  const open = search.get('open');
  const changes = useCan('Update:Report');
  const mayMake = [changes, useCan('Create:Report'), useCan('View:Data')].every(Boolean);
  const query = useSchedules(projectId);
  const edited = query.data?.find(({ id }) => String(id) === open);
  const add = mayMake && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => put({ open: 'new' })}>
      {t('add')}
    </Button>
  );
  return (
    <Panel>
      <div className={styles.page}>
        <div className={styles.head}>
          <Segmented<View>
            aria-label={t('title')}
            value={view}
            options={views.map((value) => ({ value, label: t(`view.${value}`) }))}
            onChange={(value) => put({ view: value === 'schedules' ? null : value, page: null })}
          />
          <span className={styles.space} />
          <Link to={`/projects/${projectId}/reports/project`}>{t('toReports')}</Link>
          {view === 'schedules' && add}
        </div>
        {view === 'schedules' && (
          <QueryPanel query={query} failure={t('failed')} rows={5}>
            {(list) =>
              list.length === 0 ? (
                <PanelEmpty title={t('none')} hint={t('noneHint')} action={add} />
              ) : (
                <SchedulesTable
                  projectId={projectId}
                  zone={zone}
                  list={list}
                  changes={mayMake}
                  onEdit={(id) => put({ open: String(id) })}
                />
              )
            }
          </QueryPanel>
        )}
        {view === 'history' && <History projectId={projectId} zone={zone} />}
        {view === 'calendar' && <Calendar projectId={projectId} zone={zone} changes={changes} />}
      </div>
      {mayMake && (open === 'new' || edited) && (
        <ScheduleDialog projectId={projectId} zone={zone} schedule={edited} onClose={() => put({ open: null })} />
      )}
    </Panel>
  );
}

function History({ projectId, zone }: { projectId: number; zone: string }) {
  const { t } = useTranslation('report-schedules');
  const { page, toPage } = useAddress();
  const query = useRuns(projectId, page);
  return (
    <QueryPanel query={query} failure={t('failed')} rows={5}>
      {({ list, total }) =>
        total === 0 ? (
          <PanelEmpty title={t('noRuns')} hint={t('noRunsHint')} />
        ) : (
          <>
            <RunsTable projectId={projectId} zone={zone} list={list} />
            {total > pageSize && (
              <Pagination current={page} pageSize={pageSize} total={total} showSizeChanger={false} onChange={toPage} />
            )}
          </>
        )
      }
    </QueryPanel>
  );
}

function Calendar({ projectId, zone, changes }: { projectId: number; zone: string; changes: boolean }) {
  const { t } = useTranslation('report-schedules');
  const query = useConfig(projectId);
  return (
    <QueryPanel query={query} failure={t('failed')} rows={8}>
      {({ timeZone: _, updatedAt: __, ...config }) => (
        <CalendarView projectId={projectId} zone={zone} config={config} changes={changes} />
      )}
    </QueryPanel>
  );
}
