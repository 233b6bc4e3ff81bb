import { PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRoleName } from '@/entities/account/use-role-name';
import { Can } from '@/entities/permission/can';
import { useCan } from '@/entities/permission/permissions';
import { ListRow, ListSearch, Space } from '@/ui/table/list-page';
import { isNarrowed, states, type UserView } from '../model/view';
import { useGroups, useRoles } from '../queries';
import styles from './people.module.css';

interface Props {
  view: UserView;
  onChange: (wanted: Partial<UserView>) => void;
  onReset: () => void;
}

/** The row above the users: search, filters, and a new user. */
export function UserFilters({ view, onChange: change, onReset }: Props) {
  const { t } = useTranslation(['people', 'common']);
  const roleName = useRoleName();
  const roles = useRoles({}, useCan('View:Role')).data?.list ?? [];
  const groups = useGroups({}, useCan('View:UserGroup')).data?.list ?? [];
  return (
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
        <Button type="link" onClick={onReset}>
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
  );
}
