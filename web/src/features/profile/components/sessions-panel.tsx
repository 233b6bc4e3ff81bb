import { useQuery } from '@tanstack/react-query';
import { App, Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { type SessionEntry, sessionsQuery, useEndOtherSessions, useEndSession } from '../security-queries';
import styles from './security.module.css';

/** The account's sessions, each with a button to end it. */
export function SessionsPanel() {
  const { t } = useTranslation('security');
  const { modal } = App.useApp();
  const query = useQuery(sessionsQuery());
  const end = useEndSession();
  const others = useEndOtherSessions();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

  function askEnd(row: SessionEntry) {
    modal.confirm({
      title: t('sessions.endTitle'),
      content: t('sessions.endText'),
      okText: t('sessions.end'),
      onOk: async () => {
        await end.mutateAsync(row.id);
        announce('success', t('sessions.ended'));
      },
    });
  }

  function askOthers() {
    modal.confirm({
      title: t('sessions.othersTitle'),
      content: t('sessions.othersText'),
      okText: t('sessions.others'),
      onOk: async () => {
        const { count } = await others.mutateAsync();
        announce('success', t('sessions.othersDone', { count }));
      },
    });
  }

  return (
    <Panel
      title={t('sessions.title')}
      className={styles.wide}
      busy={query.isFetching && !query.isPending}
      extra={
        (query.data?.list.length ?? 0) > 1 && (
          <Button type="link" onClick={askOthers}>
            {t('sessions.others')}
          </Button>
        )
      }
    >
      <QueryPanel query={query} failure={t('sessions.failed')} rows={3}>
        {({ list }) => (
          <DataTable<SessionEntry>
            label={t('sessions.title')}
            rowKey={(row) => row.id}
            dataSource={list}
            columns={[
              {
                key: 'device',
                title: t('sessions.device'),
                render: (_, row) => (
                  <span title={row.client}>
                    {t(`sessions.devices.${row.device}`)} ·{' '}
                    {[row.browser, row.system].filter(Boolean).join(' · ') || t('sessions.unknown')}{' '}
                    {row.current && <Tag color="green">{t('sessions.current')}</Tag>}
                    {row.method === 'sso' && <Tag>{t('sessions.sso')}</Tag>}
                    {row.remember && <Tag>{t('sessions.remember')}</Tag>}
                  </span>
                ),
              },
              { key: 'ip', title: t('sessions.place'), dataIndex: 'ip' },
              { key: 'since', title: t('sessions.since'), render: (_, row) => formatTime(row.createdAt, zone) },
              { key: 'used', title: t('sessions.used'), render: (_, row) => formatTime(row.lastUsedAt, zone) },
              {
                key: 'end',
                align: 'right',
                title: <span className="visually-hidden">{t('sessions.end')}</span>,
                render: (_, row) =>
                  !row.current && (
                    <Button type="link" danger onClick={() => askEnd(row)}>
                      {t('sessions.end')}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </QueryPanel>
    </Panel>
  );
}
