import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRoleName } from '@/entities/account/use-role-name';
import { Can } from '@/entities/permission/can';
import { listText } from '@/ui/format/list';
import { Panel } from '@/ui/panel';
import { PanelEmpty } from '@/ui/states';
import { numberColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/data-table';
import { ListPage, ListRow, ListSearch, Space } from '@/ui/table/list-page';
import { serverSort } from '@/ui/table/server-sort';
import { useAddress } from '@/ui/table/use-address';
import { GroupDetail } from '../components/group-detail';
import { NamedForm } from '../components/named-form';
import styles from '../components/people.module.css';
import { pageSize, type UserGroup, useGroups, useSaveGroup } from '../queries';

/** The user groups of the corporation, with one of them in detail. */
export default function UserGroupsPage() {
  const { t } = useTranslation(['people', 'common']);
  const { search, put, page, toPage } = useAddress();
  const roleName = useRoleName();
  const name = search.get('q') ?? '';
  const sort = search.get('sort') ?? '';
  const open = search.get('group');
  const query = useGroups({ name, page, pageSize, sort: sort || undefined });
  const save = useSaveGroup();
  const close = () => put({ group: null });
  const order = serverSort<UserGroup>(sort, { name: 'name', users: 'users' }, (wanted) => put({ sort: wanted }));
  const detail =
    open === 'new' ? (
      <Panel
        title={t('groups.add')}
        extra={
          <Button
            type="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label={t('common:action.close')}
            onClick={close}
          />
        }
      >
        <div className={styles.detail}>
          <NamedForm
            saving={save.isPending}
            action={t('groups.add')}
            onSave={(values, failed) =>
              save.mutate(
                { id: 0, ...values },
                { onSuccess: (made) => put({ group: String(made.id) }), onError: failed },
              )
            }
          />
        </div>
      </Panel>
    ) : (
      Number(open) > 0 && <GroupDetail key={open} groupId={Number(open)} onClose={close} />
    );
  return (
    <ListPage
      query={query}
      failure={t('groups.failed')}
      empty={<PanelEmpty title={t('groups.none')} hint={t('groups.noneHint')} />}
      head={
        <ListRow>
          <ListSearch text={name} label={t('groups.search')} onSearch={(q) => put({ q, page: null })} />
          <Space />
          <Can any={['Create:UserGroup']}>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => put({ group: 'new' })}>
              {t('groups.add')}
            </Button>
          </Can>
        </ListRow>
      }
      page={page}
      pageSize={pageSize}
      onPage={toPage}
      detail={detail}
      onClose={close}
    >
      {(one) => (
        <DataTable<UserGroup>
          label={t('groups.title')}
          rowKey={(group) => group.id}
          dataSource={one.list}
          selectedKey={Number(open) || undefined}
          onOpen={(group) => put({ group: String(group.id) })}
          onChange={order.onChange}
          columns={[
            {
              ...order.column('name'),
              title: t('column.name'),
              render: (_, group) => <b>{group.name}</b>,
            },
            {
              key: 'roles',
              title: t('column.roles'),
              render: (_, group) => listText(group.roles.map(roleName)) || t('common:none'),
            },
            {
              key: 'note',
              title: t('column.note'),
              responsive: ['md'],
              ellipsis: true,
              render: (_, group) => group.note || t('common:none'),
            },
            numberColumn<UserGroup>({
              title: t('column.users'),
              decimals: 0,
              value: (group) => group.userCount,
              ...order.column('users'),
            }),
          ]}
        />
      )}
    </ListPage>
  );
}
