import { App, Button, Tag, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { listText } from '@/ui/format/list';
import { formatTime } from '@/ui/format/time';
import { useNow } from '@/ui/format/use-now';
import { announce } from '@/ui/messages';
import { DataTable } from '@/ui/table/data-table';
import { permissionText } from './permission-text';
import { type ApiKey, type KeyOwner, useRevokeKey } from './queries';

interface Props {
  owner: KeyOwner;
  list: ApiKey[];
  /** Whether the account may revoke them. */
  mayRevoke: boolean;
}

/** API keys with their permissions and last use, and a button to revoke each. */
export function KeysTable({ owner, list, mayRevoke }: Props) {
  const { t } = useTranslation(['security', 'common']);
  const { modal } = App.useApp();
  const revoke = useRevokeKey(owner);
  const now = useNow();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const ended = (key: ApiKey) => key.revokedAt > 0 || key.expiresAt <= now;

  function ask(key: ApiKey) {
    modal.confirm({
      title: t('keys.revokeTitle', { name: key.name }),
      content: t('keys.revokeText'),
      okText: t('keys.revoke'),
      okButtonProps: { danger: true },
      onOk: async () => {
        await revoke.mutateAsync(key.id);
        announce('success', t('keys.revokedDone'));
      },
    });
  }

  function state(key: ApiKey) {
    if (key.revokedAt > 0) return <Tag>{t('keys.revoked')}</Tag>;
    return key.expiresAt <= now ? <Tag>{t('keys.ended')}</Tag> : <Tag color="green">{t('keys.active')}</Tag>;
  }

  return (
    <DataTable<ApiKey>
      label={t('keys.title')}
      rowKey={(row) => row.id}
      dataSource={list}
      columns={[
        {
          key: 'name',
          title: t('keys.name'),
          render: (_, row) => (
            <>
              {row.name} <code>{row.hint}…</code>
            </>
          ),
        },
        ...('corporationId' in owner
          ? [
              {
                key: 'holder',
                title: t('keys.holder'),
                render: (_: unknown, row: ApiKey) => (row.kind === 'service' ? t('keys.service') : row.holderName),
              },
            ]
          : []),
        {
          key: 'permissions',
          title: t('keys.permissions'),
          render: (_, row) => (
            <Tooltip title={listText(row.permissions.map((one) => permissionText(t, one)))}>
              <span>{t('keys.count', { count: row.permissions.length })}</span>
            </Tooltip>
          ),
        },
        { key: 'state', title: t('keys.state'), render: (_, row) => state(row) },
        { key: 'expires', title: t('keys.expires'), render: (_, row) => formatTime(row.expiresAt, zone, 'date') },
        {
          key: 'used',
          title: t('keys.used'),
          render: (_, row) =>
            row.lastUsedAt > 0 ? `${formatTime(row.lastUsedAt, zone)} · ${row.lastIp}` : t('keys.never'),
        },
        ...(mayRevoke
          ? [
              {
                key: 'revoke',
                align: 'right' as const,
                title: <span className="visually-hidden">{t('keys.revoke')}</span>,
                render: (_: unknown, row: ApiKey) =>
                  !ended(row) && (
                    <Button type="link" danger onClick={() => ask(row)}>
                      {t('keys.revoke')}
                    </Button>
                  ),
              },
            ]
          : []),
      ]}
    />
  );
}
