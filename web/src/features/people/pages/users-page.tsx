import { PlusOutlined } from '@ant-design/icons';
import { Button, Select, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { describeError } from '@/api/errors';
import { useRoleName } from '@/entities/account/use-role-name';
import { Can } from '@/entities/permission/can';
import { useCan } from '@/entities/permission/permissions';
import { useSession } from '@/entities/session/session-store';
import { Dialog } from '@/ui/dialog';
import { FormError } from '@/ui/form/form-error';
import { listText } from '@/ui/format/list';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { PanelEmpty } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { ChosenRow, ListPage, ListRow, ListSearch, Space } from '@/ui/table/list-page';
import { serverSort } from '@/ui/table/server-sort';
import { usePhone } from '@/ui/use-media';
import styles from '../components/people.module.css';
import { UserDetail } from '../components/user-detail';
import { NewUser } from '../components/user-new';
import { UserState } from '../components/user-state';
import { isNarrowed, readView, states, type UserView, writeView } from '../model/view';
import { type Account, pageSize, useGroups, useRoles, useSetActive, useUsers } from '../queries';

const sorts: Record<string, string> = { account: 'name', type: 'type', lastUsed: 'lastUsedAt' };

/** Columns that there is room for as long as no detail stands beside. */
const withoutDetail = ['type', 'contact', 'groups'];

/** The users of the corporation: who they are, what they hold, and one of them beside. */
export default function UsersPage() {
  const { t } = useTranslation(['people', 'common']);
  const [search, setSearch] = useSearchParams();
  const view = readView(search);
  const change = (wanted: Partial<UserView>) => setSearch((old) => writeView(old, wanted), { replace: true });
  const phone = usePhone();
  const roleName = useRoleName();
  const me = useSession()?.user.id;
  const mayEdit = useCan('Update:User');
  const query = useUsers(view);
  const roles = useRoles({}, useCan('View:Role')).data?.list ?? [];
  const groups = useGroups({}, useCan('View:UserGroup')).data?.list ?? [];
  const [selected, setSelected] = useState<number[]>([]);
  const [disabling, setDisabling] = useState(false);
  const setActive = useSetActive();
  const order = serverSort<Account>(view.sort, sorts, (sort) => change({ sort }));
  const bulk = (active: boolean) =>
    setActive.mutate(
      { ids: selected, active },
      {
        onSuccess: () => {
          announce('success', t(active ? 'users.enabled' : 'users.disabled'));
          setSelected([]);
          setDisabling(false);
        },
        onError: active ? (error) => announce('error', describeError(error)) : () => undefined,
      },
    );
  const close = () => change({ open: null });
  const beside = (columns: TableColumnType<Account>[]) =>
    columns.filter(({ key }) => view.open === null || !withoutDetail.includes(String(key)));
  const detail =
    view.open === 'new' ? (
      <NewUser onMade={(open) => change({ open })} onClose={close} />
    ) : (
      view.open !== null && <UserDetail key={view.open} userId={view.open} onClose={close} />
    );
  return (
    <>
      <ListPage
        query={query}
        failure={t('users.failed')}
        empty={<PanelEmpty title={t('users.none')} />}
        head={
          <>
            <ListRow>
              <ListSearch text={view.text} label={t('users.search')} onSearch={(text) => change({ text })} />
              <Select
                className={styles.choice ?? ''}
                aria-label={t('column.type')}
                value={view.type}
                options={[
                  { value: '' as const, label: t('users.all.type') },
                  ...(['Admin', 'Normal'] as const).map((value) => ({ value, label: t(`type.${value}`) })),
                ]}
                onChange={(type) => change({ type })}
              />
              <Select
                className={styles.choice ?? ''}
                aria-label={t('column.state')}
                value={view.state}
                options={[
                  { value: '' as const, label: t('users.all.state') },
                  ...states.map((value) => ({ value, label: t(`state.${value}`) })),
                ]}
                onChange={(state) => change({ state })}
              />
              <Select
                className={styles.choice ?? ''}
                aria-label={t('state.factor')}
                value={view.factor}
                options={[
                  { value: '' as const, label: t('users.all.factor') },
                  ...(['true', 'false'] as const).map((value) => ({ value, label: t(`users.factor.${value}`) })),
                ]}
                onChange={(factor) => change({ factor })}
              />
              {roles.length > 0 && (
                <Select
                  className={styles.choice ?? ''}
                  aria-label={t('column.roles')}
                  value={view.role}
                  showSearch={{ optionFilterProp: 'label' }}
                  options={[
                    { value: 0, label: t('users.all.role') },
                    ...roles.map((role) => ({ value: role.id, label: roleName(role) })),
                  ]}
                  onChange={(role: number) => change({ role })}
                />
              )}
              {groups.length > 0 && (
                <Select
                  className={styles.choice ?? ''}
                  aria-label={t('column.groups')}
                  value={view.group}
                  showSearch={{ optionFilterProp: 'label' }}
                  options={[
                    { value: 0, label: t('users.all.group') },
                    ...groups.map((group) => ({ value: group.id, label: group.name })),
                  ]}
                  onChange={(group: number) => change({ group })}
                />
              )}
              {isNarrowed(view) && (
                <Button type="link" onClick={() => setSearch({}, { replace: true })}>
                  {t('common:action.reset')}
                </Button>
              )}
              <Space />
              <Can any={['Create:User']}>
                <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => change({ open: 'new' })}>
                  {t('users.add')}
                </Button>
              </Can>
            </ListRow>
            {selected.length > 0 && (
              <ChosenRow>
                <b>{t('users.selected', { count: selected.length })}</b>
                <Button type="link" onClick={() => setSelected([])}>
                  {t('users.clear')}
                </Button>
                <Button loading={setActive.isPending && !disabling} onClick={() => bulk(true)}>
                  {t('users.enable')}
                </Button>
                <Button danger onClick={() => setDisabling(true)}>
                  {t('users.disable')}
                </Button>
              </ChosenRow>
            )}
          </>
        }
        page={view.page}
        pageSize={pageSize}
        onPage={(page) => change({ page })}
        detail={detail}
        onClose={close}
      >
        {(page) => (
          <DataTable<Account>
            label={t('users.title')}
            rowKey={(user) => user.id}
            dataSource={page.list}
            selectedKey={typeof view.open === 'number' ? view.open : undefined}
            onOpen={(user) => change({ open: user.id })}
            onChange={order.onChange}
            {...(mayEdit && !phone
              ? {
                  rowSelection: {
                    selectedRowKeys: selected,
                    preserveSelectedRowKeys: true,
                    onChange: (ids) => setSelected(ids.map(Number)),
                    getCheckboxProps: (user) => ({ 'aria-label': user.name, disabled: user.id === me }),
                  },
                }
              : {})}
            columns={beside([
              {
                ...order.column('account'),
                title: t('column.account'),
                render: (_, user) => (
                  <span className={styles.account}>
                    <b>{user.name}</b>
                    {user.displayName && <span className={styles.quiet}>{user.displayName}</span>}
                  </span>
                ),
              },
              {
                ...order.column('type'),
                title: t('column.type'),
                width: '14%',
                responsive: ['sm'],
                render: (_, user) => t(`type.${user.type as 'Admin'}`),
              },
              {
                key: 'contact',
                title: t('column.contact'),
                width: '22%',
                responsive: ['lg'],
                render: (_, user) =>
                  user.mobile || user.email ? (
                    <span className={styles.account}>
                      {user.mobile && <span className={styles.line}>{user.mobile}</span>}
                      {user.email && <span className={styles.quiet}>{user.email}</span>}
                    </span>
                  ) : (
                    t('common:none')
                  ),
              },
              {
                key: 'roles',
                title: t('column.roles'),
                responsive: ['md'],
                render: (_, user) => listText(user.roles.map(roleName)) || t('common:none'),
              },
              {
                key: 'groups',
                title: t('column.groups'),
                responsive: ['lg'],
                render: (_, user) => listText(user.groups.map((group) => group.name)) || t('common:none'),
              },
              { key: 'state', title: t('column.state'), width: '10%', render: (_, user) => <UserState user={user} /> },
              {
                ...order.column('lastUsed'),
                title: t('column.lastUsed'),
                width: 120,
                align: 'right',
                responsive: ['md'],
                render: (_, user) =>
                  user.lastUsedAt > 0 ? formatTime(user.lastUsedAt, undefined, 'list') : t('never'),
              },
            ])}
          />
        )}
      </ListPage>
      <Dialog
        open={disabling}
        width={420}
        title={t('users.disableTitle', { count: selected.length })}
        okText={t('users.disable')}
        okButtonProps={{ danger: true, loading: setActive.isPending }}
        onCancel={() => {
          setActive.reset();
          setDisabling(false);
        }}
        onOk={() => bulk(false)}
      >
        <p>{t('users.disableHint')}</p>
        <FormError error={setActive.error ?? undefined} />
      </Dialog>
    </>
  );
}
