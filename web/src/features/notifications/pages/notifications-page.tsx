import { Button, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { NotificationMark } from '@/entities/alert/notification-mark';
import { useCan } from '@/entities/permission/permissions';
import { Dialog } from '@/ui/dialog';
import { formatTime } from '@/ui/format/time';
import { NextLink } from '@/ui/next-link';
import { PanelEmpty } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { ChosenRow, ListPage, ListRow, ListSearch, Space } from '@/ui/table/list-page';
import { useAddress } from '@/ui/table/use-address';
import { usePhone } from '@/ui/use-media';
import { NotificationDetail } from '../components/notification-detail';
import { type Notification, type ReadState, useBulk, useNotifications } from '../queries';
import styles from './notifications-page.module.css';

const pageSize = 20;
const states: ReadState[] = ['', 'unread', 'read'];
const kindTexts = {
  '': 'kind.all',
  'alarm.raised': 'kind.raised',
  'alarm.escalated': 'kind.escalated',
  'alarm.restored': 'kind.restored',
  'alarm.reopened': 'kind.reopened',
  'alarm.assigned': 'kind.assigned',
  'alarm.overdue': 'kind.overdue',
  'incident.owned': 'kind.incident',
  'incident.escalated': 'kind.incidentEscalated',
  'incident.ended': 'kind.incidentEnded',
  'drill.unproven': 'kind.drill',
  'file.made': 'kind.fileMade',
  'file.failed': 'kind.fileFailed',
  'report.waiting': 'kind.reportWaiting',
  'report.failed': 'kind.reportFailed',
  'certificate.ends': 'kind.certificate',
  'certificate.ended': 'kind.certificateEnded',
  'health.raised': 'kind.healthRaised',
  'health.restored': 'kind.healthRestored',
  'help.entered': 'kind.help',
} as const;
const kinds = Object.keys(kindTexts) as (keyof typeof kindTexts)[];

/** The account's notifications, with one of them in detail. */
export default function NotificationsPage() {
  const { t } = useTranslation(['notifications', 'common']);
  const params = useParams();
  const open = params.notificationId ? Number(params.notificationId) : null;
  const navigate = useNavigate();
  const phone = usePhone();
  const seesAlerts = useCan('View:Alert');
  const { search, put, page, toPage } = useAddress();
  const given = search.get('state');
  const state: ReadState = given === 'unread' || given === 'read' ? given : '';
  const kind = search.get('kind') ?? '';
  const name = search.get('q') ?? '';
  const [selected, setSelected] = useState<number[]>([]);
  const [deleting, setDeleting] = useState(false);
  const query = useNotifications({ page, pageSize, state, kind, name });
  const read = useBulk('bulk-read');
  const remove = useBulk('bulk-delete');
  const go = (id: number | null) =>
    navigate({ pathname: id ? `/notifications/${id}` : '/notifications', search: search.toString() });
  const detail = open !== null && <NotificationDetail notificationId={open} onClose={() => go(null)} />;
  return (
    <>
      <ListPage
        query={query}
        failure={t('failed')}
        empty={
          state || kind || name ? (
            <PanelEmpty
              title={t('noneMatch')}
              action={
                <Button onClick={() => put({ state: null, kind: null, q: null, page: null })}>
                  {t('common:action.clearFilters')}
                </Button>
              }
            />
          ) : (
            <PanelEmpty
              title={t('none')}
              hint={t('noneHint')}
              action={seesAlerts && <NextLink to="/alerts">{t('toAlerts')}</NextLink>}
            />
          )
        }
        head={
          <>
            <ListRow>
              <ListSearch text={name} label={t('search')} onSearch={(q) => put({ q, page: null })} />
              <Segmented<ReadState>
                aria-label={t('state.label')}
                value={state}
                options={states.map((value) => ({ value, label: t(`state.${value || 'all'}`) }))}
                onChange={(value) => put({ state: value || null, page: null })}
              />
              <Select
                className={styles.kind ?? ''}
                aria-label={t('kind.label')}
                value={kind as keyof typeof kindTexts}
                options={kinds.map((value) => ({ value, label: t(kindTexts[value]) }))}
                onChange={(value) => put({ kind: value || null, page: null })}
              />
              <Space />
              <Button loading={read.isPending && selected.length === 0} onClick={() => read.mutate([])}>
                {t('readAll')}
              </Button>
            </ListRow>
            {selected.length > 0 && (
              <ChosenRow>
                <b>{t('selected', { count: selected.length })}</b>
                <Button type="link" onClick={() => setSelected([])}>
                  {t('clear')}
                </Button>
                <Button onClick={() => read.mutate(selected, { onSuccess: () => setSelected([]) })}>{t('read')}</Button>
                <Button danger onClick={() => setDeleting(true)}>
                  {t('common:action.delete')}
                </Button>
              </ChosenRow>
            )}
          </>
        }
        page={page}
        pageSize={pageSize}
        onPage={toPage}
        detail={detail}
        onClose={() => go(null)}
      >
        {(one) => (
          <DataTable<Notification>
            label={t('title')}
            rowKey={(row) => row.id}
            dataSource={one.list}
            selectedKey={open ?? undefined}
            onOpen={(row) => go(row.id)}
            rowSelection={{
              selectedRowKeys: selected,
              onChange: (ids) => setSelected(ids.map(Number)),
              getCheckboxProps: (row) => ({ 'aria-label': row.title }),
            }}
            columns={[
              {
                key: 'title',
                title: t('column.title'),
                ellipsis: true, // the whole of it is in the detail
                render: (_, row) => (
                  <>
                    <span className={styles.title} data-unread={!row.read}>
                      <span className={styles.icon}>
                        <NotificationMark of={row} />
                      </span>
                      <span className={styles.words}>
                        {row.title}
                        {row.projectName && <small>{row.projectName}</small>}
                      </span>
                      {!row.read && (
                        <span className={styles.dot} role="img" aria-label={t('unread')} title={t('unread')} />
                      )}
                    </span>
                    {phone && <span className={styles.quiet}>{formatTime(row.createdAt, undefined, 'list')}</span>}
                  </>
                ),
              },
              {
                key: 'time',
                align: 'right',
                width: 120,
                responsive: ['sm'],
                title: t('column.time'),
                render: (_, row) => formatTime(row.createdAt, undefined, 'list'),
              },
            ]}
          />
        )}
      </ListPage>
      <Dialog
        open={deleting}
        width={420}
        title={t('deleteTitle', { count: selected.length })}
        okText={t('common:action.delete')}
        okButtonProps={{ danger: true, loading: remove.isPending }}
        onCancel={() => setDeleting(false)}
        onOk={() =>
          remove.mutate(selected, {
            onSuccess: () => {
              setSelected([]);
              setDeleting(false);
            },
          })
        }
      >
        {t('deleteHint')}
      </Dialog>
    </>
  );
}
