import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Can } from '@/entities/permission/can';
import { formatTime } from '@/ui/format/time';
import { QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { type Place, type RetentionKind, useRetention } from './queries';
import styles from './retention.module.css';
import { RetentionDialog } from './retention-dialog';
import { RetentionRuns } from './retention-runs';
import { useAgeText } from './use-age-text';

/** How long each kind of data is kept, how much there is, and what was deleted. */
export function Retention({ place, zone }: { place: Place; zone: string }) {
  const { t } = useTranslation('retention');
  const text = useAgeText();
  const query = useRetention(place);
  const [chosen, setChosen] = useState<RetentionKind | null>(null);
  return (
    <>
      <QueryPanel query={query} rows={4} failure={t('failed')}>
        {({ kinds, nextRun }) => (
          <>
            <div className={styles.head}>
              <span>{t('projectId' in place ? 'hint' : 'hintDefault')}</span>
              <span>{t('nextRun', { time: formatTime(nextRun, zone, 'list') })}</span>
            </div>
            <DataTable<RetentionKind>
              label={t('title')}
              rowKey={(row) => row.kind}
              dataSource={kinds}
              cards={['name', 'age']}
              columns={[
                { key: 'name', title: t('kind'), render: (_, row) => <b>{row.name}</b> },
                {
                  key: 'age',
                  title: t('age'),
                  render: (_, row) => (
                    <>
                      {text.age(row.days)}
                      <span className={styles.quiet}>{row.fixed || t(`origin.${row.origin}`)}</span>
                    </>
                  ),
                },
                {
                  key: 'stored',
                  title: t('stored'),
                  render: (_, row) =>
                    row.stored ? text.amount(row.stored) : <span className={styles.quiet}>{t('notCounted')}</span>,
                },
                {
                  key: 'oldest',
                  title: t('oldest'),
                  render: (_, row) => (row.stored?.first ? formatTime(row.stored.first, zone, 'date') : '–'),
                },
                { key: 'grown', title: t('grown'), render: (_, row) => (row.grown ? text.amount(row.grown) : '–') },
                {
                  key: 'action',
                  title: '',
                  align: 'right',
                  render: (_, row) =>
                    row.fixed ? null : (
                      <Can any={['projectId' in place ? 'Update:Project' : 'Update:Corporation']}>
                        <Button onClick={() => setChosen(row)}>{t('set')}</Button>
                      </Can>
                    ),
                },
              ]}
            />
          </>
        )}
      </QueryPanel>
      {'projectId' in place && <RetentionRuns projectId={place.projectId} zone={zone} />}
      {chosen && (
        <RetentionDialog key={chosen.kind} place={place} kind={chosen} zone={zone} onClose={() => setChosen(null)} />
      )}
    </>
  );
}
