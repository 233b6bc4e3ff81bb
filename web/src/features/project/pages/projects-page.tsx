import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { projectsQuery } from '@/api/project';
import type { ProjectSummary } from '@/api/types';
import { LevelTag } from '@/entities/alert/level-tag';
import { tallyMark } from '@/entities/alert/mark';
import { AgeText } from '@/entities/live/age-text';
import { useLiveStats } from '@/entities/monitor/use-live-stats';
import { Can } from '@/entities/permission/can';
import { ProjectDialog } from '@/entities/project/project-dialog';
import { useSession } from '@/entities/session/session-store';
import { formatNumber } from '@/ui/format/number';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { DeletedProjects } from '../components/deleted-projects';
import styles from './projects-page.module.css';

const pageSize = 50;

/** All projects that the account may see, worst first. Search and page are in the address. */
export default function ProjectsPage() {
  const { t } = useTranslation(['project', 'sites', 'common']);
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const name = search.get('name') ?? '';
  const page = Math.max(1, Number(search.get('page')) || 1);
  const making = search.has('create');
  const [looking, setLooking] = useState(false);
  const me = useSession()?.user;
  const state = useLocation().state as { fromList?: boolean } | null;
  useLiveStats();
  const query = useQuery(projectsQuery({ name, page, pageSize }));

  function show(change: { name?: string; page?: number }) {
    const next = new URLSearchParams();
    const wanted = change.name ?? name;
    if (wanted) next.set('name', wanted);
    if (change.page && change.page > 1) next.set('page', String(change.page));
    setSearch(next, { replace: true });
  }

  /** Opening the dialog from the list adds a history entry, so that Back closes it. */
  function startMaking() {
    setSearch((old) => new URLSearchParams([...old, ['create', '']]), { state: { fromList: true } });
  }

  function stopMaking() {
    if (state?.fromList) void navigate(-1);
    else setSearch((old) => new URLSearchParams([...old].filter(([key]) => key !== 'create')), { replace: true });
  }

  const columns = useColumns();
  return (
    <Panel
      title={t('list.title')}
      busy={query.isFetching && query.data !== undefined}
      className={styles.panel}
      extra={
        <div className={styles.tools}>
          <Input.Search
            key={name}
            allowClear
            defaultValue={name}
            placeholder={t('list.search')}
            aria-label={t('list.search')}
            onSearch={(text) => show({ name: text.trim() })}
            className={styles.search ?? ''}
          />
          {me?.type === 'Admin' && (
            <>
              <Button onClick={() => setLooking(true)}>{t('sites:deleted.open')}</Button>
              <DeletedProjects corporationId={me.corporationId} open={looking} onClose={() => setLooking(false)} />
            </>
          )}
          <Can any={['Create:Project']}>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={startMaking}>
              {t('list.create')}
            </Button>
            <ProjectDialog open={making} onClose={stopMaking} />
          </Can>
        </div>
      }
    >
      <QueryPanel
        query={query}
        rows={10}
        failure={t('list.failed')}
        isEmpty={(answer) => answer.list.length === 0}
        empty={
          name ? (
            <PanelEmpty
              title={t('list.emptySearch', { name })}
              action={<Button onClick={() => show({ name: '' })}>{t('list.clear')}</Button>}
            />
          ) : (
            <PanelEmpty
              title={t('list.empty')}
              action={
                <Can any={['Create:Project']}>
                  <Button type="primary" onClick={startMaking}>
                    {t('list.create')}
                  </Button>
                </Can>
              }
            />
          )
        }
      >
        {(answer) => (
          <DataTable<ProjectSummary>
            label={t('list.title')}
            rowKey={(project) => project.id}
            dataSource={answer.list}
            onOpen={(project) => void navigate(`/dashboard/project/${project.id}`)}
            pagination={
              answer.total > pageSize
                ? {
                    current: page,
                    pageSize,
                    total: answer.total,
                    showSizeChanger: false,
                    showTotal: (total) => t('common:table.total', { total }),
                    onChange: (next) => show({ page: next }),
                  }
                : false
            }
            columns={columns}
          />
        )}
      </QueryPanel>
    </Panel>
  );
}

function useColumns(): TableColumnType<ProjectSummary>[] {
  const { t } = useTranslation(['project', 'common']);
  return [
    {
      key: 'level',
      title: t('list.level'),
      width: 96,
      render: (_, project) => <LevelTag level={tallyMark(project)} />,
    },
    {
      key: 'name',
      title: t('list.name'),
      ellipsis: true,
      render: (_, project) => <b className={styles.name}>{project.name}</b>,
    },
    {
      key: 'address',
      title: t('list.address'),
      ellipsis: true,
      responsive: ['md'],
      render: (_, project) => <span className={styles.quiet}>{project.address || t('common:none')}</span>,
    },
    {
      key: 'structures',
      title: t('list.structures'),
      align: 'right',
      width: 96,
      responsive: ['md'],
      render: (_, project) => formatNumber(project.structureCount, 0),
    },
    {
      key: 'points',
      title: t('list.points'),
      align: 'right',
      width: 80,
      responsive: ['sm'],
      render: (_, project) => formatNumber(project.pointCount, 0),
    },
    {
      key: 'alerts',
      title: t('list.alerts'),
      align: 'right',
      width: 108,
      responsive: ['sm'],
      render: (_, project) => (
        <span className={project.activeAlerts > 0 ? styles.name : styles.quiet}>
          {formatNumber(project.activeAlerts, 0)}
        </span>
      ),
    },
    {
      key: 'last',
      title: t('list.last'),
      align: 'right',
      width: 110,
      render: (_, project) => <AgeText time={project.lastReading || undefined} zone={project.timeZone} />,
    },
  ];
}
