import { Button, Segmented } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ProjectStat } from '@/api/stats';
import { useCan } from '@/entities/permission/permissions';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { useAddress } from '@/ui/table/use-address';
import { useSteadyOrder } from '@/ui/use-steady-order';
import { asOrder, type Order, orders } from '../model/ranking';
import styles from './project-list.module.css';
import { ProjectRow } from './project-row';

interface Props {
  query: { data: ProjectStat[] | undefined; error: unknown; isPending: boolean; refetch: () => unknown };
  busy: boolean;
}

const idOf = (project: ProjectStat) => project.projectId;
const rankOf = (project: ProjectStat) => project.level ?? -1;

function Rows({ projects, order }: { projects: ProjectStat[]; order: Order }) {
  const list = useRef<HTMLUListElement>(null);
  const byLevel = order === 'level';
  const rows = useSteadyOrder(list, projects, { idOf, question: order, ...(byLevel ? { rankOf } : {}) });
  return (
    <ul ref={list} className={styles.list}>
      {rows.map((row) => (
        <ProjectRow key={row.projectId} project={row} />
      ))}
    </ul>
  );
}

/** The projects, worst first, each with its worst point. */
export function ProjectList({ query, busy }: Props) {
  const { t } = useTranslation(['home', 'common']);
  const { search, put } = useAddress();
  const order = asOrder(search.get('order'));
  const mayCreate = useCan('Create:Project');
  return (
    <Panel
      title={t('list.title')}
      busy={busy}
      className={styles.panel}
      extra={
        <Segmented<Order>
          value={order}
          onChange={(order) => put({ order })}
          aria-label={t('list.order')}
          options={orders.map((value) => ({ value, label: t(`list.orders.${value}`) }))}
        />
      }
    >
      <QueryPanel
        query={query}
        rows={8}
        failure={t('list.failed')}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <PanelEmpty
            title={t('list.empty')}
            hint={t(mayCreate ? 'list.emptyHint' : 'list.askHint')}
            action={
              mayCreate && (
                <Link to="/setup?new">
                  <Button type="primary" tabIndex={-1}>
                    {t('list.setUp')}
                  </Button>
                </Link>
              )
            }
          />
        }
      >
        {(rows) => (
          <>
            <div className={styles.head} aria-hidden="true">
              <span />
              <span>{t('list.headName')}</span>
              <span className={styles.spark}>{t('list.headSpark')}</span>
              <span className={styles.right}>{t('list.headValue')}</span>
              <span className={styles.right}>{t('list.headTime')}</span>
            </div>
            <Rows projects={rows} order={order} />
          </>
        )}
      </QueryPanel>
    </Panel>
  );
}
