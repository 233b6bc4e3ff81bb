import { Pagination } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { type RetentionRun, runsAtOnce, useRetentionRuns } from './queries';
import styles from './retention.module.css';
import { useAgeText } from './use-age-text';

/** What was deleted in a project because of its age. */
export function RetentionRuns({ projectId, zone }: { projectId: number; zone: string }) {
  const { t } = useTranslation('retention');
  const text = useAgeText();
  const [page, setPage] = useState(1);
  const query = useRetentionRuns(projectId, page);
  return (
    <section className={styles.runs}>
      <h3>{t('runs.title')}</h3>
      <QueryPanel
        query={query}
        rows={3}
        failure={t('failed')}
        isEmpty={({ total }) => total === 0}
        empty={<PanelEmpty title={t('runs.none')} hint={t('runs.noneHint')} />}
      >
        {({ list, total }) => (
          <>
            <DataTable<RetentionRun>
              label={t('runs.title')}
              rowKey={(row) => row.id}
              dataSource={list}
              cards={['began', 'name']}
              columns={[
                { key: 'began', title: t('runs.began'), render: (_, row) => formatTime(row.beganAt, zone) },
                { key: 'name', title: t('kind'), render: (_, row) => row.name },
                { key: 'days', title: t('age'), render: (_, row) => text.age(row.days) },
                {
                  key: 'span',
                  title: t('runs.span'),
                  render: (_, row) =>
                    t('runs.spanText', {
                      from: formatTime(row.first, zone, 'date'),
                      to: formatTime(row.last, zone, 'date'),
                    }),
                },
                { key: 'deleted', title: t('runs.deleted'), render: (_, row) => text.amount(row) },
                {
                  key: 'ended',
                  title: t('runs.ended'),
                  render: (_, row) => (row.endedAt > 0 ? formatTime(row.endedAt, zone) : t('runs.running')),
                },
              ]}
            />
            <div className={styles.foot}>
              <Pagination
                simple
                hideOnSinglePage
                current={page}
                pageSize={runsAtOnce}
                total={total}
                showSizeChanger={false}
                onChange={setPage}
              />
            </div>
          </>
        )}
      </QueryPanel>
    </section>
  );
}
