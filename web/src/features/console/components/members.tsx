import { PlusOutlined } from '@ant-design/icons';
import { Button, Input, Pagination, Select, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRoleName } from '@/entities/account/use-role-name';
import { Can } from '@/entities/permission/can';
import { useCan } from '@/entities/permission/permissions';
import { useSession } from '@/entities/session/session-store';
import { Dialog } from '@/ui/dialog';
import { FormError } from '@/ui/form/form-error';
import { listText } from '@/ui/format/list';
import { formatTime } from '@/ui/format/time';
import list from '@/ui/list-page.module.css';
import { announce } from '@/ui/messages';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { useAddress } from '@/ui/table/use-address';
import styles from '../pages/console.module.css';
import { type Member, membersPageSize, useAssignableRoles, useMembers, useRemoveMember } from '../queries/members';
import { MemberDialog } from './member-dialog';

interface Props {
  projectId: number;
  corporationId: number;
  zone: string;
}

const builtIn = ['Owner', 'Manager', 'Member', 'Guest'].map((type, index) => ({ id: index + 1, type, name: type }));

/** The members of the project with role and expiry. */
export function Members({ projectId, corporationId, zone }: Props) {
  const { t } = useTranslation(['people', 'common']);
  const { search, put, page } = useAddress();
  const roleName = useRoleName();
  const mayEdit = useCan('Update:Project');
  const me = useSession()?.user;
  const name = search.get('q') ?? '';
  const roleId = Number(search.get('role') ?? 0) || 0;
  const sort = search.get('sort') ?? '';
  const query = useMembers(projectId, { name, roleId, page, sort });
  const assignable = useAssignableRoles(projectId, mayEdit).data?.list ?? [];
  const [editing, setEditing] = useState<Member | 'new' | null>(null);
  const [removing, setRemoving] = useState<Member | null>(null);
  // A new filter starts at the first page.
  const choose = (change: Record<string, string | null>) => put({ page: null, ...change });
  const columns = useColumns(sort, zone);
  const roles = [...builtIn, ...assignable.filter((role) => role.type === 'Custom')];
  return (
    <section aria-label={t('members.tab')}>
      <div className={list.row}>
        <Input.Search
          key={name}
          allowClear
          className={list.search ?? ''}
          placeholder={t('members.search')}
          aria-label={t('members.search')}
          defaultValue={name}
          onSearch={(text) => choose({ q: text.trim() || null })}
        />
        <Select
          aria-label={t('column.roles')}
          popupMatchSelectWidth={false}
          value={roleId}
          options={[
            { value: 0, label: t('members.allRoles') },
            ...roles.map((role) => ({ value: role.id, label: roleName(role) })),
          ]}
          onChange={(id: number) => choose({ role: id ? String(id) : null })}
        />
        <span className={list.space} />
        <Can any={['Update:Project']}>
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEditing('new')}>
            {t('members.add')}
          </Button>
        </Can>
      </div>
      <QueryPanel
        query={query}
        failure={t('members.failed')}
        rows={6}
        isEmpty={(one) => one.list.length === 0}
        empty={<PanelEmpty title={name || roleId ? t('members.noneMatch') : t('members.none')} />}
      >
        {(one) => (
          <DataTable<Member>
            label={t('members.tab')}
            rowKey={(member) => member.userId}
            dataSource={one.list}
            cards={['name', 'roles']}
            {...(mayEdit ? { onOpen: setEditing } : {})}
            onChange={(_, __, sorter) => {
              const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
              choose({ sort: order ? `${order === 'descend' ? '-' : ''}${String(columnKey)}` : null });
            }}
            columns={columns}
          />
        )}
      </QueryPanel>
      <div className={styles.foot}>
        <span>{t('common:table.total', { total: query.data?.total ?? 0 })}</span>
        <Pagination
          hideOnSinglePage
          simple
          current={page}
          pageSize={membersPageSize}
          total={query.data?.total ?? 0}
          showSizeChanger={false}
          onChange={(next) => choose({ page: next === 1 ? null : String(next) })}
        />
      </div>
      {editing && (
        <MemberDialog
          projectId={projectId}
          zone={zone}
          member={editing === 'new' ? null : editing}
          ownCorporation={me?.corporationId === corporationId}
          onRemove={(member) => {
            setEditing(null);
            setRemoving(member);
          }}
          onClose={() => setEditing(null)}
        />
      )}
      <RemoveMember projectId={projectId} member={removing} onClose={() => setRemoving(null)} />
    </section>
  );
}

function useColumns(sort: string, zone: string): TableColumnType<Member>[] {
  const { t } = useTranslation(['people', 'common']);
  const roleName = useRoleName();
  const sorted = (field: string) => ({
    sorter: true,
    sortOrder: sort === field ? ('ascend' as const) : sort === `-${field}` ? ('descend' as const) : null,
  });
  return [
    {
      key: 'name',
      title: t('column.account'),
      ...sorted('name'),
      render: (_, member) => (
        <span className={styles.name}>
          <b>{member.name}</b>
          <small>
            {[
              member.displayName,
              member.external ? t('members.external', { name: member.corporationName }) : '',
              member.active ? '' : t('state.disabled'),
            ]
              .filter(Boolean)
              .join('·')}
          </small>
        </span>
      ),
    },
    {
      key: 'roles',
      title: t('column.roles'),
      render: (_, member) => listText(member.roles.map(roleName)),
    },
    {
      key: 'contact',
      title: t('column.contact'),
      responsive: ['lg'],
      render: (_, member) => [member.mobile, member.email].filter(Boolean).join('·') || t('common:none'),
    },
    {
      key: 'since',
      title: t('column.since'),
      align: 'right',
      responsive: ['md'],
      ...sorted('since'),
      render: (_, member) => formatTime(member.since, zone, 'list'),
    },
    {
      key: 'until',
      title: t('column.until'),
      align: 'right',
      ...sorted('until'),
      render: (_, member) =>
        member.until === 0
          ? t('members.forever')
          : `${formatTime(member.until, zone)}${member.ended ? `·${t('state.ended')}` : ''}`,
    },
  ];
}

interface RemoveProps {
  projectId: number;
  /** The member to remove; null while the dialog is closed. */
  member: Member | null;
  onClose: () => void;
}

function RemoveMember({ projectId, member: removing, onClose }: RemoveProps) {
  const { t } = useTranslation('people');
  const remove = useRemoveMember(projectId);
  return (
    <Dialog
      open={removing !== null}
      width={420}
      title={t('members.removeTitle', { name: removing?.name ?? '' })}
      okText={t('members.remove')}
      okButtonProps={{ danger: true, loading: remove.isPending }}
      onCancel={() => {
        remove.reset();
        onClose();
      }}
      onOk={() =>
        removing &&
        remove.mutate(removing.userId, {
          onSuccess: () => {
            announce('success', t('members.removed'));
            onClose();
          },
        })
      }
    >
      <p>{t('members.removeHint')}</p>
      <FormError error={remove.error ?? undefined} />
    </Dialog>
  );
}
