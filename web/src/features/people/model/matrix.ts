export const actions = ['Retrieve', 'Create', 'Update', 'Delete'] as const;
export type Action = (typeof actions)[number];

/** One pair of scope and action as the server lists them. */
export interface Pair {
  permission: string;
  scope: string;
  action: string;
  ofProject: boolean;
  grantable: boolean;
}

/** Why a cell is locked. */
export type Reason = 'builtIn' | 'notAllowed' | 'notHeld' | 'inProjects' | 'needed';

interface Bounds {
  builtIn: boolean;
  mayEdit: boolean;
  /** Whether members of projects hold the role. */
  inProjects: boolean;
}

/** Why a cell cannot be changed now, if it cannot. View cannot be removed while another action of the row is granted. */
export function reasonOf(pair: Pair, chosen: ReadonlySet<string>, all: readonly Pair[], bounds: Bounds): Reason | null {
  if (bounds.builtIn) return 'builtIn';
  if (!bounds.mayEdit) return 'notAllowed';
  if (!pair.grantable) return 'notHeld';
  if (bounds.inProjects && !pair.ofProject && !chosen.has(pair.permission)) return 'inProjects';
  if (pair.action === 'Retrieve' && chosen.has(pair.permission) && others(pair, chosen, all)) return 'needed';
  return null;
}

function others(pair: Pair, chosen: ReadonlySet<string>, all: readonly Pair[]): boolean {
  return all.some((one) => one.scope === pair.scope && one.action !== 'Retrieve' && chosen.has(one.permission));
}

/** The permissions after a cell was switched: any action in a scope includes viewing it, if that can be granted. */
export function toggled(pair: Pair, chosen: ReadonlySet<string>, all: readonly Pair[]): Set<string> {
  const next = new Set(chosen);
  if (next.delete(pair.permission)) return next;
  next.add(pair.permission);
  const see = all.find((one) => one.scope === pair.scope && one.action === 'Retrieve');
  if (see?.grantable) next.add(see.permission);
  return next;
}

/** The permissions a change grants and revokes, in the order of the matrix. */
export function difference(before: ReadonlySet<string>, after: ReadonlySet<string>, all: readonly Pair[]) {
  return {
    gives: all.filter((one) => after.has(one.permission) && !before.has(one.permission)),
    takes: all.filter((one) => before.has(one.permission) && !after.has(one.permission)),
  };
}
