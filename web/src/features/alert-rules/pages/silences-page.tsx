import { App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AlertsNav } from '@/entities/alert/alerts-nav';
import { useCan } from '@/entities/permission/permissions';
import { useZone } from '@/entities/project/use-project';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { PanelEmpty } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { ListPage, ListRow, Space } from '@/ui/table/list-page';
import { useAddress } from '@/ui/table/use-address';
import styles from '../alert-rules.module.css';
import { SilenceDialog } from '../components/silence-dialog';
import { type Silence, silencesPerPage, useEndSilence, useLevelText, useSilences } from '../silences';

/** The times of maintenance in which messages about alerts of a project wait. */
export default function SilencesPage() {
  const { t } = useTranslation(['silences', 'common']);
  const { modal } = App.useApp();
  const projectId = Number(useParams().projectId ?? 0);
  const zone = useZone(projectId);
  const { search, put } = useAddress();
  const page = Number(search.get('page') ?? 1);
  const query = useSilences(projectId, page);
  const end = useEndSilence(projectId);
  const levelText = useLevelText();
  const mayChange = useCan('Update:AlertRule');
  const [adding, setAdding] = useState(false);
  const add = mayChange && (
    <Button type="primary" onClick={() => setAdding(true)}>
      {t('add')}
    </Button>
  );
  const ends = (row: Silence) => row.state === 'holding' || row.state === 'planned';

  function askEnd(id: number) {
    modal.confirm({
      title: t('endAsk'),
      content: t('endHint'),
      okText: t('end'),
      onOk: async () => {
        await end.mutateAsync(id);
        announce('success', t('endDone'));
      },
    });
  }

  return (
    <>
      <ListPage
        query={query}
        failure={t('failed')}
        empty={<PanelEmpty title={t('none')} hint={t('noneHint')} action={add} />}
        head={
          <ListRow>
            <AlertsNav projectId={projectId} here="silences" />
            <Space />
            {add}
          </ListRow>
        }
        total={(count) => t('total', { count })}
        page={page}
        pageSize={silencesPerPage}
        onPage={(next) => put({ page: next === 1 ? null : String(next) })}
        detail={null}
        onClose={() => undefined}
      >
        {({ list }) => (
          <DataTable<Silence>
            label={t('title')}
            rowKey={(row) => row.id}
            dataSource={list}
            cards={['state', 'span']}
            columns={[
              {
                key: 'state',
                title: t('state.label'),
                width: 110,
                render: (_, row) => (
                  <span className={styles.silence} data-state={row.state}>
                    {t(`state.${row.state}`)}
                  </span>
                ),
              },
              {
                key: 'span',
                title: t('span'),
                width: 230,
                render: (_, row) => (
                  <>
                    {formatTime(row.from, zone, 'list')} – {formatTime(row.to, zone, 'list')}
                    {row.endedAt > 0 && (
                      <small className={styles.reason}>
                        {t('endedBy', { name: row.endedBy, time: formatTime(row.endedAt, zone, 'list') })}
                      </small>
                    )}
                  </>
                ),
              },
              {
                key: 'scope',
                title: t('scope'),
                render: (_, row) => (
                  <>
                    {[row.structureName, row.itemName].filter(Boolean).join(' / ') || t('wholeProject')}
                    {row.pointNames.length > 0 && <small className={styles.reason}>{row.pointNames.join(', ')}</small>}
                  </>
                ),
              },
              {
                key: 'level',
                title: t('level'),
                width: 150,
                render: (_, { level = 3 }) => levelText(level),
              },
              { key: 'note', title: t('note'), render: (_, row) => <span className={styles.wrap}>{row.note}</span> },
              {
                key: 'by',
                title: t('by'),
                width: 150,
                render: (_, row) => (
                  <>
                    {row.recordedBy}
                    <small className={styles.reason}>{formatTime(row.recordedAt, zone, 'list')}</small>
                  </>
                ),
              },
              {
                key: 'end',
                title: '',
                width: 110,
                render: (_, row) =>
                  mayChange &&
                  ends(row) && (
                    <Button size="small" onClick={() => askEnd(row.id)}>
                      {t('end')}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </ListPage>
      {adding && <SilenceDialog projectId={projectId} zone={zone} onClose={() => setAdding(false)} />}
    </>
  );
}
