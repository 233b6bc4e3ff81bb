import { Button, Select, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AlertsNav } from '@/entities/alert/alerts-nav';
import { MessageState } from '@/entities/alert/message-state';
import { ReceiptMark } from '@/entities/alert/receipt-mark';
import { useLive } from '@/entities/live/use-live';
import { useZone } from '@/entities/project/use-project';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { ListPage, ListRow } from '@/ui/table/list-page';
import { useAddress } from '@/ui/table/use-address';
import styles from '../alert-rules.module.css';
import { Gathered } from '../components/gathered';
import { MessageDetail } from '../components/message-detail';
import { conditionTexts } from '../model/condition';
import { type AlertMessage, pageSize, useMessages } from '../queries';

const states: AlertMessage['state'][] = ['pending', 'claimed', 'sent', 'failed', 'unknown', 'skipped'];

const kinds = ['none', 'only'] as const;

/** The messages about alerts of a project and of its drills, newest first. */
export default function MessagesPage() {
  const { t } = useTranslation(['alert-rules', 'alerts', 'common']);
  const projectId = Number(useParams().projectId ?? 0);
  const zone = useZone(projectId);
  const { search, put, page, toPage } = useAddress();
  const state = states.find((one) => one === search.get('state')) ?? '';
  const drills = kinds.find((one) => one === search.get('drills')) ?? '';
  const drillId = Number(search.get('drill') ?? 0);
  const query = useMessages(projectId, { page, state, drills, drillId });
  useLive(['alert'], () => void query.refetch(), projectId);
  const open = query.data?.list.find(({ id }) => String(id) === search.get('open'));
  const close = () => put({ open: null });
  return (
    <ListPage
      query={query}
      failure={t('messages.failed')}
      empty={
        state || drills || drillId ? (
          <PanelEmpty
            title={t('messages.noneMatch')}
            action={
              <Button onClick={() => put({ state: null, drills: null, drill: null, page: null })}>
                {t('common:action.clearFilters')}
              </Button>
            }
          />
        ) : (
          <PanelEmpty title={t('messages.none')} hint={t('messages.noneHint')} />
        )
      }
      head={
        <ListRow>
          <AlertsNav projectId={projectId} here="messages" />
          <Select<AlertMessage['state'] | ''>
            className={styles.choice ?? ''}
            aria-label={t('state')}
            value={state}
            options={[
              { value: '', label: t('messages.allStates') },
              ...states.map((value) => ({ value, label: t(`alerts:message.state.${value}`) })),
            ]}
            onChange={(value) => put({ state: value || null, page: null })}
          />
          <Select<(typeof kinds)[number] | ''>
            className={styles.choice ?? ''}
            aria-label={t('messages.drill')}
            value={drillId > 0 ? 'only' : drills}
            options={[
              { value: '', label: t('messages.drills.all') },
              ...kinds.map((value) => ({ value, label: t(`messages.drills.${value}`) })),
            ]}
            onChange={(value) => put({ drills: value || null, drill: null, page: null })}
          />
        </ListRow>
      }
      total={(count) => t('messages.total', { count })}
      page={page}
      pageSize={pageSize}
      onPage={toPage}
      detail={open && <MessageDetail message={open} projectId={projectId} zone={zone} onClose={close} />}
      onClose={close}
    >
      {({ list }) => (
        <DataTable<AlertMessage>
          label={t('messages.title')}
          rowKey={(row) => row.id}
          dataSource={list}
          onOpen={(row) => put({ open: String(row.id) })}
          selectedKey={open?.id}
          cards={['recipient', 'state']}
          columns={[
            { key: 'time', title: t('messages.written'), render: (_, row) => formatTime(row.createdAt, zone, 'list') },
            {
              key: 'recipient',
              title: t('messages.recipient'),
              render: (_, row) => (
                <>
                  {row.accountName || row.address}
                  {row.duty && <small className={styles.reason}>{t('messages.onDuty')}</small>}
                </>
              ),
            },
            {
              key: 'channel',
              title: t('messages.channel'),
              render: (_, row) => t(`alerts:message.channel.${row.channel}`),
            },
            {
              key: 'subject',
              title: t('messages.subject'),
              ellipsis: true,
              render: (_, row) => (
                <>
                  {row.drillId > 0 && <Tag color="blue">{t('messages.drill')}</Tag>}
                  {row.subject || row.text.join(' ')}
                </>
              ),
            },
            {
              key: 'rule',
              title: t('messages.rule'),
              render: (_, row) => <span className={styles.wrap}>{row.alertRuleName}</span>,
            },
            {
              key: 'state',
              title: t('state'),
              render: (_, row) => (
                <>
                  <MessageState state={row.state} /> {row.reason !== 'undelivered' && <ReceiptMark message={row} />}
                  {row.heldUntil > 0 && row.state === 'pending' && (
                    <small className={styles.reason}>
                      {t(waits(row), {
                        time: formatTime(row.dueAt, zone, 'list'),
                      })}
                    </small>
                  )}
                  {row.state === 'waiting' && (
                    <small className={styles.reason}>
                      {row.conditions.map((one) => conditionTexts(t, one).join(' · ')).join(' / ')}
                    </small>
                  )}
                  <Gathered message={row} zone={zone} />
                  {row.reason && <small className={styles.reason}>{t(`messages.reason.${row.reason}`)}</small>}
                </>
              ),
            },
          ]}
        />
      )}
    </ListPage>
  );
}

/** Why a message is not sent yet. */
function waits({ reminder, silenced }: AlertMessage) {
  if (reminder < 0) return 'messages.planned';
  return silenced ? 'messages.silencedUntil' : 'messages.heldUntil';
}
