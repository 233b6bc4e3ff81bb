/** What permissions are about, as the server lists them. A test holds the list against the API's document. */
export const areas = [
  'Corporation',
  'User',
  'UserGroup',
  'Role',
  'OperationLog',
  'Project',
  'Structure',
  'MeasuringPoint',
  'Device',
  'Report',
  'AlertRule',
  'PushRule',
  'Alert',
  'Data',
] as const;

/** A permission as routes, menus and controls ask for it. */
export type Permission = `${'View' | 'Create' | 'Update' | 'Delete'}:${(typeof areas)[number]}`;

const actions: Record<string, string> = {
  View: 'Retrieve',
  SELECT: 'Retrieve',
  ADD: 'Create',
  EDIT: 'Update',
  DELETE: 'Delete',
};

/** Scopes of the whole corporation: what one may do with them is the same in every project. */
const corporationScopes = new Set(['Corporation', 'User', 'UserGroup', 'Role', 'OperationLog']);

/** One spelling for a permission: View:Alert is Retrieve:Alert. */
export function canonical(permission: string): string {
  const [action = '', scope = ''] = permission.split(':');
  return `${actions[action] ?? action}:${scope}`;
}

/** Whether any of the wanted permissions is held. A list without entries is open to all. */
export function holdsAny(held: readonly string[], wanted: readonly string[] | undefined): boolean {
  if (!wanted || wanted.length === 0) return true;
  const have = new Set(held.map(canonical));
  return wanted.some((permission) => have.has(canonical(permission)));
}

/**
 * What is held inside a project: there the project itself says what may be done in it, and of what the account may
 * do somewhere only the corporation's own scopes count.
 */
export function heldInProject(somewhere: readonly string[], inProject: readonly string[]): string[] {
  const ofCorporation = somewhere.filter((permission) => corporationScopes.has(permission.split(':')[1] ?? ''));
  return [...ofCorporation, ...inProject];
}
