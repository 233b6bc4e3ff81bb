export const states = ['active', 'disabled', 'locked'] as const;
export type UserState = (typeof states)[number];

/** The state of the user list, stored in the address. */
export interface UserView {
  text: string;
  type: 'Admin' | 'Normal' | '';
  state: UserState | '';
  factor: 'true' | 'false' | '';
  role: number;
  group: number;
  sort: string;
  page: number;
  /** The open user; 'new' creates one. */
  open: number | 'new' | null;
}

function id(text: string | null): number {
  const n = Number(text);
  return Number.isSafeInteger(n) && n > 0 ? n : 0;
}

function oneOf<T extends string>(list: readonly T[], text: string | null): T | '' {
  return list.find((one) => one === text) ?? '';
}

export function readView(search: URLSearchParams): UserView {
  return {
    text: search.get('q') ?? '',
    type: oneOf(['Admin', 'Normal'] as const, search.get('type')),
    state: oneOf(states, search.get('state')),
    factor: oneOf(['true', 'false'] as const, search.get('factor')),
    role: id(search.get('role')),
    group: id(search.get('group')),
    sort: search.get('sort') ?? '',
    page: id(search.get('page')) || 1,
    open: search.get('user') === 'new' ? 'new' : id(search.get('user')) || null,
  };
}

/** Applies a change to the address. A new filter starts at the first page. */
export function writeView(old: URLSearchParams, wanted: Partial<UserView>): URLSearchParams {
  const narrows = Object.keys(wanted).some((key) => key !== 'open' && key !== 'page');
  const view = { ...readView(old), ...(narrows ? { page: 1 } : {}), ...wanted };
  const next = new URLSearchParams();
  const put = (name: string, value: string | number | null) => {
    if (value) next.set(name, String(value));
  };
  put('q', view.text);
  put('type', view.type);
  put('state', view.state);
  put('factor', view.factor);
  put('role', view.role);
  put('group', view.group);
  put('sort', view.sort);
  put('page', view.page > 1 ? view.page : 0);
  put('user', view.open);
  return next;
}

/** The view as query parameters. */
export function queryOf(view: UserView) {
  return {
    name: view.text || undefined,
    type: view.type || undefined,
    active: view.state === 'active' ? ('true' as const) : view.state === 'disabled' ? ('false' as const) : undefined,
    locked: view.state === 'locked' ? ('true' as const) : undefined,
    secondFactor: view.factor || undefined,
    roleId: view.role || undefined,
    groupId: view.group || undefined,
    sort: view.sort || undefined,
    page: view.page,
  };
}

export function isNarrowed(view: UserView): boolean {
  return Boolean(view.text || view.type || view.state || view.factor || view.role || view.group);
}
