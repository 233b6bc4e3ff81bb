import { Button, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { describeError } from '@/api/errors';
import { useRoleName } from '@/entities/account/use-role-name';
import { useCan } from '@/entities/permission/permissions';
import { useSession } from '@/entities/session/session-store';
import { Dialog } from '@/ui/dialog';
import { FormError } from '@/ui/form/form-error';
import { listText } from '@/ui/format/list';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { PanelEmpty } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { ChosenRow, ListPage } from '@/ui/table/list-page';
import { serverSort } from '@/ui/table/server-sort';
import { usePhone } from '@/ui/use-media';
import styles from '../components/people.module.css';
import { UserDetail } from '../components/user-detail';
import { UserFilters } from '../components/user-filters';
import { NewUser } from '../components/user-new';
import { UserState } from '../components/user-state';
import { readView, type UserView, writeView } from '../model/view';
import { type Account, pageSize, useSetActive, useUsers } from '../queries';

const sorts: Record<string, string> = { account: 'name', type: 'type', lastUsed: 'lastUsedAt' };

/** Columns shown only while no detail is open. */
const withoutDetail = ['type', 'contact', 'groups'];

/** The users of the corporation: identity and roles, with one of them in detail. */
export default function UsersPage() {
  const { t } = useTranslation(['people', 'common']);
  const [search, setSearch] = useSearchParams();
  const view = readView(search);
  const change = (wanted: Partial<UserView>) => setSearch((old) => writeView(old, wanted), { replace: true });
  const phone = usePhone();
  const me = useSession()?.user.id;
  const mayEdit = useCan('Update:User');
  const query = useUsers(view);
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
  const columns = useColumns(order.column).filter(
    ({ key }) => view.open === null || !withoutDetail.includes(String(key)),
  );
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
            <UserFilters view={view} onChange={change} onReset={() => setSearch({}, { replace: true })} />
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
            columns={columns}
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

type Sorted = ReturnType<typeof serverSort<Account>>['column'];

function useColumns(sorted: Sorted): TableColumnType<Account>[] {
  const { t } = useTranslation(['people', 'common']);
  const roleName = useRoleName();
  return [
    {
      ...sorted('account'),
      title: t('column.account'),
      render: (_, user) => (
        <span className={styles.account}>
          <b>{user.name}</b>
          {user.displayName && <span className={styles.quiet}>{user.displayName}</span>}
        </span>
      ),
    },
    {
      ...sorted('type'),
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
      ...sorted('lastUsed'),
      title: t('column.lastUsed'),
      width: 120,
      align: 'right',
      responsive: ['md'],
      render: (_, user) => (user.lastUsedAt > 0 ? formatTime(user.lastUsedAt, undefined, 'list') : t('never')),
    },
  ];
}
