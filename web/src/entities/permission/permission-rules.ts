/** The areas of permissions, as in the server. A test compares the list with the API document. */
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

/** Corporation-wide scopes: their permissions are the same in every project. */
const corporationScopes = new Set(['Corporation', 'User', 'UserGroup', 'Role', 'OperationLog']);

/** One spelling for a permission: View:Alert is Retrieve:Alert. */
export function canonical(permission: string): string {
  const [action = '', scope = ''] = permission.split(':');
  return `${actions[action] ?? action}:${scope}`;
}

/** Reports whether any of the permissions is held. An empty list is open to everyone. */
export function holdsAny(held: readonly string[], wanted: readonly string[] | undefined): boolean {
  if (!wanted || wanted.length === 0) return true;
  const have = new Set(held.map(canonical));
  return wanted.some((permission) => have.has(canonical(permission)));
}

/** Permissions inside a project: its own ones, and of those held elsewhere only the corporation's. */
export function heldInProject(somewhere: readonly string[], inProject: readonly string[]): string[] {
  const ofCorporation = somewhere.filter((permission) => corporationScopes.has(permission.split(':')[1] ?? ''));
  return [...ofCorporation, ...inProject];
}
