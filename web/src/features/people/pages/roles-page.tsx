import { DownloadOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '@/api/errors';
import { useRoleName } from '@/entities/account/use-role-name';
import { Can } from '@/entities/permission/can';
import { useCan } from '@/entities/permission/permissions';
import { Dialog } from '@/ui/dialog';
import list from '@/ui/list-page.module.css';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { useAddress } from '@/ui/table/use-address';
import { useMedia } from '@/ui/use-media';
import { ListedUsers } from '../components/listed-users';
import { NamedForm } from '../components/named-form';
import styles from '../components/people.module.css';
import { Removal } from '../components/removal';
import { RoleMatrix } from '../components/role-matrix';
import { type Role, useExport, usePermissions, useRemoveRole, useRole, useRoles, useSaveRole } from '../queries';

/** The roles of the corporation, and what the chosen one allows. */
export default function RolesPage() {
  const { t } = useTranslation(['people', 'common']);
  const { search, put } = useAddress();
  const roleName = useRoleName();
  const name = search.get('q') ?? '';
  const query = useRoles({ name });
  const wide = useMedia('(min-width: 900px)');
  // On wide screens the first role starts open.
  const open = Number(search.get('role') ?? 0) || (wide && query.data?.list[0]?.id) || 0;
  const save = useSaveRole();
  const exporting = useExport();
  const [adding, setAdding] = useState(false);
  return (
    <div className={styles.roles}>
      <Panel fill busy={query.isFetching && !query.isPending}>
        <div className={list.column}>
          <div className={list.row}>
            <Input.Search
              key={name}
              allowClear
              placeholder={t('roles.search')}
              aria-label={t('roles.search')}
              defaultValue={name}
              onSearch={(text) => put({ q: text.trim() || null })}
            />
            <Can any={['Create:Role']}>
              <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
                {t('roles.add')}
              </Button>
            </Can>
            <Can any={['View:User']}>
              <Button
                icon={<DownloadOutlined aria-hidden />}
                loading={exporting.isPending}
                onClick={() =>
                  exporting.mutate(undefined, { onError: (error) => announce('error', describeError(error)) })
                }
              >
                {t('roles.export')}
              </Button>
            </Can>
          </div>
          <nav className={list.scroll} aria-label={t('roles.title')}>
            <QueryPanel
              query={query}
              failure={t('roles.failed')}
              isEmpty={(page) => page.list.length === 0}
              empty={<PanelEmpty title={t('roles.none')} />}
            >
              {(page) => (
                <ul className={styles.list}>
                  {page.list.map((role) => (
                    <li key={role.id}>
                      <button
                        type="button"
                        className={styles.entry}
                        aria-current={role.id === open}
                        onClick={() => put({ role: String(role.id) })}
                      >
                        {roleName(role)}
                        <small>
                          {role.builtIn ? t('roles.builtIn') : role.note || t('role.Custom')}·
                          {t('roles.holders', {
                            users: role.userCount,
                            groups: role.groupCount,
                            members: role.memberCount,
                          })}
                        </small>
                      </button>
                    </li>
                  ))}
                </ul>
              )}
            </QueryPanel>
          </nav>
        </div>
      </Panel>
      {open > 0 ? (
        <RolePanel key={open} roleId={open} tab={search.get('tab') === 'users' ? 'users' : 'permissions'} put={put} />
      ) : (
        <Panel>
          <PanelEmpty title={t('roles.choose')} />
        </Panel>
      )}
      <Dialog
        open={adding}
        width={420}
        title={t('roles.add')}
        footer={null}
        onCancel={() => setAdding(false)}
        destroyOnHidden
      >
        <NamedForm
          saving={save.isPending}
          action={t('roles.add')}
          onSave={(values, failed) =>
            save.mutate(
              { id: 0, ...values },
              {
                onSuccess: (made) => {
                  announce('success', t('roles.created'));
                  setAdding(false);
                  put({ role: String(made.id), tab: null });
                },
                onError: failed,
              },
            )
          }
        />
      </Dialog>
    </div>
  );
}

interface RolePanelProps {
  roleId: number;
  tab: string;
  put: (change: Record<string, string | null>) => void;
}

function RolePanel({ roleId, tab, put }: RolePanelProps) {
  const { t } = useTranslation(['people', 'common']);
  const roleName = useRoleName();
  const query = useRole(roleId);
  const permissions = usePermissions();
  const mayEdit = useCan('Update:Role');
  return (
    <Panel title={query.data ? roleName(query.data) : ''} busy={query.isFetching && !query.isPending}>
      <QueryPanel query={query} failure={t('roles.failed')} rows={12}>
        {(role) => (
          <Tabs
            className={styles.tabs ?? ''}
            activeKey={tab}
            onChange={(key) => put({ tab: key === 'permissions' ? null : key })}
            items={[
              {
                key: 'permissions',
                label: t('roles.tab.permissions'),
                children: (
                  <QueryPanel query={permissions} failure={t('roles.failed')} rows={12}>
                    {(all) => <RoleMatrix role={role} all={all.list} />}
                  </QueryPanel>
                ),
              },
              {
                key: 'users',
                label: `${t('roles.tab.users')} ${role.userCount}`,
                children: <ListedUsers of="role" id={role.id} mayEdit={mayEdit} label={t('roles.usersHint')} />,
              },
              ...(role.builtIn
                ? []
                : [
                    {
                      key: 'info',
                      label: t('roles.tab.info'),
                      children: <RoleInfo role={role} onGone={() => put({ role: null, tab: null })} />,
                    },
                  ]),
            ]}
          />
        )}
      </QueryPanel>
    </Panel>
  );
}

function RoleInfo({ role, onGone }: { role: Role; onGone: () => void }) {
  const { t } = useTranslation(['people', 'common']);
  const mayEdit = useCan('Update:Role');
  const save = useSaveRole();
  const remove = useRemoveRole();
  return (
    <div className={styles.detail}>
      <NamedForm
        value={role}
        disabled={!mayEdit}
        saving={save.isPending}
        action={t('common:action.save')}
        onSave={(values, failed) =>
          save.mutate(
            { id: role.id, ...values },
            { onSuccess: () => announce('success', t('form.saved')), onError: failed },
          )
        }
      />
      <Removal
        permission="Delete:Role"
        label={t('roles.remove')}
        title={t('roles.removeTitle', { name: role.name })}
        hint={t('roles.removeHint')}
        removing={remove}
        onRemove={() =>
          remove.mutate(role.id, {
            onSuccess: () => {
              announce('success', t('roles.removed'));
              onGone();
            },
          })
        }
      />
    </div>
  );
}
