/** The filter of the log, stored in the address. */
export interface LogFilter {
  text: string;
  project: number;
  scope: string;
  /** Id of the thing. */
  thing: number;
  action: string;
  account: number;
  result: '' | 'done' | 'refused';
  /** UTC ms; `to` is exclusive. */
  from: number | null;
  to: number | null;
  /** A field of the list; a leading - sorts in descending order. */
  sort: string;
  page: number;
  /** The open entry. */
  open: number | null;
}

const number = (text: string | null) => (text && /^\d{1,16}$/.test(text) ? Number(text) : null);

export function readFilter(search: URLSearchParams): LogFilter {
  const result = search.get('result');
  return {
    text: search.get('q') ?? '',
    project: number(search.get('project')) ?? 0,
    scope: search.get('scope') ?? '',
    thing: number(search.get('thing')) ?? 0,
    action: search.get('action') ?? '',
    account: number(search.get('account')) ?? 0,
    result: result === 'done' || result === 'refused' ? result : '',
    from: number(search.get('from')),
    to: number(search.get('to')),
    sort: search.get('sort') ?? '',
    page: Math.max(1, number(search.get('page')) ?? 1),
    open: number(search.get('log')),
  };
}

const names = {
  text: 'q',
  project: 'project',
  scope: 'scope',
  thing: 'thing',
  action: 'action',
  account: 'account',
  result: 'result',
  from: 'from',
  to: 'to',
  sort: 'sort',
  page: 'page',
  open: 'log',
} as const;

/** Applies a change to the address. A new filter or order starts at the first page. */
export function writeFilter(old: URLSearchParams, change: Partial<LogFilter>): URLSearchParams {
  const next = new URLSearchParams(old);
  if (!('page' in change) && !('open' in change)) next.delete(names.page);
  for (const [key, value] of Object.entries(change)) {
    const name = names[key as keyof LogFilter];
    if (value && !(key === 'page' && value === 1)) next.set(name, String(value));
    else next.delete(name);
  }
  return next;
}

/** Query parameters of the list and the export. */
export function queryOf(filter: LogFilter) {
  return {
    name: filter.text || undefined,
    projectId: filter.project || undefined,
    scope: filter.scope || undefined,
    scopeId: filter.thing || undefined,
    action: filter.action || undefined,
    accountId: filter.account || undefined,
    result: filter.result || undefined,
    from: filter.from ?? undefined,
    to: filter.to ?? undefined,
  };
}

/** Reports whether any filter is set. */
export function isNarrowed(filter: LogFilter): boolean {
  return Object.values(queryOf(filter)).some((value) => value !== undefined);
}
