import { Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AlertsNav } from '@/entities/alert/alerts-nav';
import { Can } from '@/entities/permission/can';
import { useCan } from '@/entities/permission/permissions';
import { PanelEmpty } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { ListPage, ListRow, Space } from '@/ui/table/list-page';
import { useAddress } from '@/ui/table/use-address';
import styles from '../alert-rules.module.css';
import { WebhookEditor } from '../components/webhook-editor';
import { pageSize } from '../queries';
import { useWebhooks, type Webhook } from '../webhooks';

/** The webhooks and robots of group chats that rules of a project can name. */
export default function WebhooksPage() {
  const { t } = useTranslation(['alert-webhooks', 'alerts']);
  const projectId = Number(useParams().projectId ?? 0);
  const { search, put } = useAddress();
  const query = useWebhooks(projectId);
  const mayCreate = useCan('Create:AlertRule');
  const open = search.get('open');
  const close = () => put({ open: null });
  const chosen = query.data?.list.find(({ id }) => String(id) === open);
  const isNew = open === 'new' && mayCreate;
  const add = (
    <Button type="primary" onClick={() => put({ open: 'new' })}>
      {t('add')}
    </Button>
  );
  return (
    <ListPage
      query={query}
      failure={t('failed')}
      empty={<PanelEmpty title={t('none')} hint={t('noneHint')} action={mayCreate && add} />}
      head={
        <ListRow>
          <AlertsNav projectId={projectId} here="webhooks" />
          <Space />
          <Can any={['Create:AlertRule']}>{add}</Can>
        </ListRow>
      }
      total={(count) => t('total', { count })}
      page={1}
      pageSize={Math.max(pageSize, query.data?.total ?? 0)}
      onPage={() => undefined}
      detail={
        (chosen || isNew) && (
          <WebhookEditor key={chosen?.id ?? 'new'} projectId={projectId} webhook={chosen} onClose={close} />
        )
      }
      onClose={close}
    >
      {({ list }) => (
        <DataTable<Webhook>
          label={t('title')}
          rowKey={(row) => row.id}
          dataSource={list}
          onOpen={(row) => put({ open: String(row.id) })}
          cards={['name', 'state']}
          columns={[
            { key: 'name', title: t('name'), width: 180, render: (_, row) => row.name },
            { key: 'kind', title: t('kind'), width: 110, render: (_, row) => t(`alerts:message.channel.${row.kind}`) },
            {
              key: 'address',
              title: t('address'),
              render: (_, row) => <span className={styles.wrap}>{row.address}</span>,
            },
            {
              key: 'signed',
              title: t('signature'),
              width: 90,
              render: (_, row) => t(row.signed ? 'signed' : 'unsigned'),
            },
            {
              key: 'state',
              title: t('state'),
              width: 90,
              render: (_, row) => (row.enable ? t('enabled') : <Tag>{t('disabled')}</Tag>),
            },
          ]}
        />
      )}
    </ListPage>
  );
}
