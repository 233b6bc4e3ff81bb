import { Select } from 'antd';
import { useRoleName } from '@/entities/account/use-role-name';
import { useCan } from '@/entities/permission/permissions';
import { useGroups, useRoles } from '../queries';
import styles from './people.module.css';

interface Props {
  id?: string;
  value?: number[];
  onChange?: (ids: number[]) => void;
  disabled?: boolean;
  labeledBy?: string;
  /** Roles held now: shown by name even to users who may not list all roles. */
  held?: { id: number; name: string; type?: string }[];
}

/** The roles of a user or group, chosen by name. */
export function RoleSelect({ held = [], labeledBy, ...rest }: Props) {
  const roleName = useRoleName();
  const { data: page } = useRoles({}, useCan('View:Role'));
  const list = page?.list ?? held;
  return (
    <Select
      {...rest}
      {...(labeledBy ? { 'aria-labelledby': labeledBy } : {})}
      mode="multiple"
      className={styles.full ?? ''}
      showSearch={{ optionFilterProp: 'label' }}
      options={list.map((role) => ({
        value: role.id,
        label: roleName({ type: role.type ?? 'Custom', name: role.name }),
      }))}
    />
  );
}

/** The groups of a user. */
export function GroupSelect({ held = [], labeledBy, ...rest }: Props) {
  const { data: page } = useGroups({}, useCan('View:UserGroup'));
  return (
    <Select
      {...rest}
      {...(labeledBy ? { 'aria-labelledby': labeledBy } : {})}
      mode="multiple"
      className={styles.full ?? ''}
      showSearch={{ optionFilterProp: 'label' }}
      options={(page?.list ?? held).map((group) => ({ value: group.id, label: group.name }))}
    />
  );
}
