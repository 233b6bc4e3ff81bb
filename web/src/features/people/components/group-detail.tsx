import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { describeError } from '@/api/errors';
import { Can } from '@/entities/permission/can';
import { useCan } from '@/entities/permission/permissions';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import { type UserGroup, useGroup, useRemoveGroup, useSaveGroup, useSetGroupRoles } from '../queries';
import { ListedUsers } from './listed-users';
import { NamedForm } from './named-form';
import styles from './people.module.css';
import { Removal } from './removal';
import { RoleSelect } from './role-select';

/** One group: its name, the roles of its users, and its users. */
export function GroupDetail({ groupId, onClose }: { groupId: number; onClose: () => void }) {
  const { t } = useTranslation(['people', 'common']);
  const query = useGroup(groupId);
  return (
    <Panel
      title={query.data?.name ?? ''}
      extra={
        <Button
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('common:action.close')}
          onClick={onClose}
        />
      }
    >
      <QueryPanel query={query} failure={t('groups.failed')} rows={8}>
        {(group) => <Body group={group} onClose={onClose} />}
      </QueryPanel>
    </Panel>
  );
}

function Body({ group, onClose }: { group: UserGroup; onClose: () => void }) {
  const { t } = useTranslation(['people', 'common']);
  const mayEdit = useCan('Update:UserGroup');
  const save = useSaveGroup();
  const setRoles = useSetGroupRoles(group.id);
  const remove = useRemoveGroup();
  return (
    <div className={styles.detail}>
      <NamedForm
        value={group}
        disabled={!mayEdit}
        saving={save.isPending}
        action={t('common:action.save')}
        onSave={(values, failed) =>
          save.mutate(
            { id: group.id, ...values },
            { onSuccess: () => announce('success', t('form.saved')), onError: failed },
          )
        }
      />
      <section className={styles.block}>
        <h3 id="group-roles">{t('groups.roles')}</h3>
        <RoleSelect
          held={group.roles}
          disabled={!mayEdit}
          value={group.roles.map((role) => role.id)}
          labeledBy="group-roles"
          onChange={(roles) => setRoles.mutate(roles, { onError: (error) => announce('error', describeError(error)) })}
        />
      </section>
      <Can any={['View:User', 'View:UserGroup']}>
        <ListedUsers of="group" id={group.id} mayEdit={mayEdit} label={t('groups.users')} />
      </Can>
      <Removal
        permission="Delete:UserGroup"
        label={t('groups.remove')}
        title={t('groups.removeTitle', { name: group.name })}
        hint={t('groups.removeHint', { count: group.userCount })}
        removing={remove}
        onRemove={() =>
          remove.mutate(group.id, {
            onSuccess: () => {
              announce('success', t('groups.removed'));
              onClose();
            },
          })
        }
      />
    </div>
  );
}
