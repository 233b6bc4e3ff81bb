import { useTranslation } from 'react-i18next';
import { formatBytes } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { DataTable } from '@/ui/table/data-table';
import { type Run, useRuns } from '../queries';
import styles from '../sources.module.css';

/** The latest runs of a source. */
export function Runs({ projectId, id, zone }: { projectId: number; id: number; zone: string }) {
  const { t } = useTranslation('sources');
  const runs = useRuns(projectId, id).data?.list ?? [];
  return (
    <section className={styles.runs}>
      <h3>{t('runs')}</h3>
      <DataTable<Run>
        label={t('runs')}
        rowKey={(row) => row.beganAt}
        dataSource={runs}
        locale={{ emptyText: t('noRuns') }}
        columns={[
          { key: 'began', title: t('time'), render: (_, row) => formatTime(row.beganAt, zone) },
          { key: 'requests', title: t('requests'), align: 'right', render: (_, row) => row.requests },
          { key: 'readings', title: t('readings'), align: 'right', render: (_, row) => row.readings },
          { key: 'bytes', title: '', align: 'right', render: (_, row) => formatBytes(row.bytes) },
          { key: 'problem', title: t('state'), render: (_, row) => row.problem || t('ok') },
        ]}
      />
    </section>
  );
}
