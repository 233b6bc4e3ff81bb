import { Button, Input, Pagination, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '@/api/errors';
import { announce } from '@/ui/messages';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { type Account, pageSize, type UserList, useChangeListed, useListedUsers, useUserSearch } from '../queries';
import styles from './people.module.css';
import { UserState } from './user-state';

interface Props extends UserList {
  mayEdit: boolean;
  label: string;
}

/** The users of a group or role, with search, removal and adding. */
export function ListedUsers({ mayEdit, label, ...list }: Props) {
  const { t } = useTranslation(['people', 'common']);
  const [name, setName] = useState('');
  const [page, setPage] = useState(1);
  const [picked, setPicked] = useState<number[]>([]);
  const [looking, setLooking] = useState('');
  const query = useListedUsers(list, { name, page });
  const found = useUserSearch(looking, mayEdit);
  const change = useChangeListed(list);
  const failed = (error: unknown) => announce('error', describeError(error));
  return (
    <section className={styles.block} aria-label={label}>
      <h3>{label}</h3>
      {mayEdit && (
        <div className={styles.buttons}>
          <Select
            mode="multiple"
            className={styles.full ?? ''}
            placeholder={t('picker.placeholder')}
            aria-label={t('picker.placeholder')}
            value={picked}
            onChange={setPicked}
            showSearch={{ filterOption: false, onSearch: setLooking }}
            loading={found.isFetching}
            options={(found.data?.list ?? []).map((user) => ({
              value: user.id,
              label: user.displayName ? `${user.name}·${user.displayName}` : user.name,
            }))}
          />
          <Button
            type="primary"
            disabled={picked.length === 0}
            loading={change.isPending}
            onClick={() => change.mutate({ add: picked }, { onSuccess: () => setPicked([]), onError: failed })}
          >
            {t('picker.add')}
          </Button>
        </div>
      )}
      <Input.Search
        allowClear
        className={styles.block ?? ''}
        placeholder={t('picker.search')}
        aria-label={t('picker.search')}
        onSearch={(text) => {
          setName(text.trim());
          setPage(1);
        }}
      />
      <QueryPanel
        query={query}
        failure={t('users.failed')}
        isEmpty={(one) => one.list.length === 0}
        empty={<PanelEmpty title={t('picker.none')} />}
      >
        {(one) => (
          <DataTable<Account>
            label={label}
            rowKey={(user) => user.id}
            dataSource={one.list}
            columns={[
              {
                key: 'name',
                title: t('column.account'),
                render: (_, user) => (
                  <span className={styles.account}>
                    <b>{user.name}</b>
                    {user.displayName && <span className={styles.quiet}>{user.displayName}</span>}
                  </span>
                ),
              },
              { key: 'state', title: t('column.state'), render: (_, user) => <UserState user={user} /> },
              ...(mayEdit
                ? [
                    {
                      key: 'out',
                      title: '',
                      align: 'right' as const,
                      render: (_: unknown, user: Account) => (
                        <Button
                          type="link"
                          aria-label={`${t('picker.remove')} ${user.name}`}
                          onClick={() => change.mutate({ remove: [user.id] }, { onError: failed })}
                        >
                          {t('picker.remove')}
                        </Button>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </QueryPanel>
      <Pagination
        hideOnSinglePage
        simple
        current={page}
        pageSize={pageSize}
        total={query.data?.total ?? 0}
        showSizeChanger={false}
        onChange={setPage}
      />
    </section>
  );
}
