import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Drawer, Input, Pagination } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useRoleName } from '@/shared/account/use-role-name';
import { Can } from '@/shared/perm/can';
import { numberColumn } from '@/shared/table/columns';
import { DataTable } from '@/shared/table/data-table';
import list from '@/shared/ui/list-page.module.css';
import { Panel } from '@/shared/ui/panel';
import { PanelEmpty, QueryPanel } from '@/shared/ui/states';
import { useMedia, usePhone } from '@/shared/ui/use-media';
import { GroupDetail } from '../components/group-detail';
import { NamedForm } from '../components/named-form';
import styles from '../components/people.module.css';
import { pageSize, type UserGroup, useGroups, useSaveGroup } from '../queries';

/** The user groups of the corporation, and one of them beside. */
export default function UserGroupsPage() {
  const { t } = useTranslation(['people', 'common']);
  const [search, setSearch] = useSearchParams();
  const phone = usePhone();
  const wide = useMedia('(min-width: 1280px)');
  const roleName = useRoleName();
  const name = search.get('q') ?? '';
  const page = Math.max(1, Number(search.get('page') ?? 1) || 1);
  const sort = search.get('sort') ?? '';
  const open = search.get('group');
  const query = useGroups({ name, page, pageSize, sort: sort || undefined });
  const save = useSaveGroup();
  const put = (change: Record<string, string | null>) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [key, value] of Object.entries(change)) {
          if (value) next.set(key, value);
          else next.delete(key);
        }
        return next;
      },
      { replace: true },
    );
  const close = () => put({ group: null });
  const sorted = (field: string) => ({
    sorter: true,
    sortOrder: sort === field ? ('ascend' as const) : sort === `-${field}` ? ('descend' as const) : null,
  });
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
  if (phone && detail) return detail;

  return (
    <div className={list.page} data-detail={wide && detail ? 'open' : 'closed'}>
      <Panel fill busy={query.isFetching && !query.isPending}>
        <div className={list.column}>
          <div className={list.row}>
            <Input.Search
              key={name}
              allowClear
              className={list.search ?? ''}
              placeholder={t('groups.search')}
              aria-label={t('groups.search')}
              defaultValue={name}
              onSearch={(text) => put({ q: text.trim() || null, page: null })}
            />
            <span className={list.space} />
            <Can any={['Create:UserGroup']}>
              <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => put({ group: 'new' })}>
                {t('groups.add')}
              </Button>
            </Can>
          </div>
          <div className={list.scroll}>
            <QueryPanel
              query={query}
              failure={t('groups.failed')}
              rows={8}
              isEmpty={(one) => one.list.length === 0}
              empty={<PanelEmpty title={t('groups.none')} hint={t('groups.noneHint')} />}
            >
              {(one) => (
                <DataTable<UserGroup>
                  label={t('groups.title')}
                  rowKey={(group) => group.id}
                  dataSource={one.list}
                  selectedKey={Number(open) || undefined}
                  onOpen={(group) => put({ group: String(group.id) })}
                  onChange={(_, __, sorter) => {
                    const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
                    put({ sort: order ? `${order === 'descend' ? '-' : ''}${String(columnKey)}` : null });
                  }}
                  columns={[
                    {
                      key: 'name',
                      title: t('column.name'),
                      ...sorted('name'),
                      render: (_, group) => <b>{group.name}</b>,
                    },
                    {
                      key: 'roles',
                      title: t('column.roles'),
                      render: (_, group) => group.roles.map(roleName).join('、') || t('common:none'),
                    },
                    {
                      key: 'note',
                      title: t('column.note'),
                      responsive: ['md'],
                      ellipsis: true,
                      render: (_, group) => group.note || t('common:none'),
                    },
                    numberColumn<UserGroup>({
                      key: 'users',
                      title: t('column.users'),
                      decimals: 0,
                      value: (group) => group.userCount,
                      ...sorted('users'),
                    }),
                  ]}
                />
              )}
            </QueryPanel>
          </div>
          <div className={list.foot}>
            <span>{t('common:table.total', { total: query.data?.total ?? 0 })}</span>
            <Pagination
              simple={phone}
              current={page}
              pageSize={pageSize}
              total={query.data?.total ?? 0}
              showSizeChanger={false}
              onChange={(next) => put({ page: next === 1 ? null : String(next) })}
            />
          </div>
        </div>
      </Panel>
      {wide ? (
        detail
      ) : (
        <Drawer size={468} open={Boolean(detail)} closable={false} onClose={close} styles={{ body: { padding: 0 } }}>
          {detail}
        </Drawer>
      )}
    </div>
  );
}
