import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { LevelTag } from '@/entities/alert/level-tag';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { useAddress } from '@/ui/table/use-address';
import { asLevel } from '@/ui/theme/tokens';
import { type Drill, drillPage, useDrills } from '../drill-queries';
import styles from '../drills.module.css';

/** The drills of a project with what came of them, newest first. */
export function DrillList({ projectId, zone }: { projectId: number; zone: string }) {
  const { t } = useTranslation('drills');
  const navigate = useNavigate();
  const { page, toPage } = useAddress();
  const query = useDrills(projectId, page);
  return (
    <QueryPanel
      query={query}
      failure={t('failed')}
      rows={3}
      isEmpty={({ total }) => total === 0}
      empty={<PanelEmpty title={t('none')} />}
    >
      {({ list, total }) => (
        <DataTable<Drill>
          label={t('list')}
          rowKey={({ id }) => id}
          dataSource={list}
          pagination={total > drillPage && { current: page, pageSize: drillPage, total, onChange: toPage }}
          cards={['at', 'outcome']}
          columns={[
            { key: 'at', title: t('at'), width: 170, render: (_, row) => formatTime(row.createdAt, zone, 'list') },
            {
              key: 'by',
              title: t('by'),
              render: (_, row) => (row.plannedFor > 0 ? t('weekly') : row.accountName || '–'),
            },
            {
              key: 'level',
              title: t('level'),
              width: 100,
              render: (_, row) => <LevelTag level={asLevel(row.level)} />,
            },
            { key: 'rules', title: t('rule'), width: 90, render: (_, row) => t('rulesCount', { count: row.rules }) },
            {
              key: 'outcome',
              title: t('outcome'),
              render: (_, row) => (
                <span className={styles.outcome}>
                  <span>{t('accepted', { count: row.accepted })}</span>
                  {row.failed > 0 && <span className={styles.fault}>{t('failedCount', { count: row.failed })}</span>}
                  {row.waiting > 0 && <span>{t('waiting', { count: row.waiting })}</span>}
                  <span>{t('acknowledged', { count: row.acknowledged, total: row.messages })}</span>
                </span>
              ),
            },
            {
              key: 'open',
              title: t('messages'),
              width: 170,
              render: (_, row) => (
                <Button
                  type="link"
                  size="small"
                  onClick={() => navigate(`/projects/${projectId}/alerts/messages?drill=${row.id}`)}
                >
                  {t('open')}
                </Button>
              ),
            },
          ]}
        />
      )}
    </QueryPanel>
  );
}
