/** Status groups to filter by. Confirmed and false alarms are both processed. */
export const groups = ['Pending', 'Notice', 'processed', 'Restore'] as const;
export type Group = (typeof groups)[number];

export const owners = ['me', 'nobody', 'somebody'] as const;
/** Whose alerts: those assigned to the person, to nobody who is still there, or to anybody. */
export type Owner = (typeof owners)[number];

export const spans = ['1d', '7d', '30d', '90d', '1y', 'all'] as const;
export type Span = (typeof spans)[number];

const days: Record<Exclude<Span, 'all'>, number> = { '1d': 1, '7d': 7, '30d': 30, '90d': 90, '1y': 365 };

/** The filter of the list, stored in the address. */
export interface AlertFilter {
  group: Group | null;
  level: number | null;
  text: string;
  project: number;
  measurement: string;
  owner: Owner | null;
  span: Span;
  withdrawn: boolean;
  /** Records about devices instead of those about values. */
  health: boolean;
  /** Graded early warnings instead of those about values. */
  graded: boolean;
  page: number;
  /** The open alert. */
  open: number | null;
}

const id = (text: string | null) => {
  const n = Number(text);
  return Number.isSafeInteger(n) && n > 0 ? n : 0;
};

export function readFilter(search: URLSearchParams): AlertFilter {
  const group = groups.find((one) => one === search.get('status')) ?? null;
  const level = id(search.get('level'));
  return {
    group,
    level: level >= 1 && level <= 4 ? level : null,
    text: search.get('q') ?? '',
    project: id(search.get('project')),
    measurement: search.get('measurement') ?? '',
    owner: owners.find((one) => one === search.get('owner')) ?? null,
    span: spans.find((one) => one === search.get('span')) ?? 'all',
    withdrawn: search.get('withdrawn') === '1',
    health: search.get('type') === 'deviceHealth',
    graded: search.get('type') === 'graded',
    page: Math.max(1, id(search.get('page'))),
    open: id(search.get('alert')) || null,
  };
}

/** writeFilter writes a change to the address; a new filter starts at its first page. */
export function writeFilter(search: URLSearchParams, change: Partial<AlertFilter>): URLSearchParams {
  const next = new URLSearchParams(search);
  const put = (name: string, value: string | number | null | undefined) => {
    if (value === null || value === undefined || value === '' || value === 0) next.delete(name);
    else next.set(name, String(value));
  };
  if ('group' in change) put('status', change.group);
  if ('level' in change) put('level', change.level);
  if ('text' in change) put('q', change.text);
  if ('project' in change) put('project', change.project);
  if ('measurement' in change) put('measurement', change.measurement);
  if ('owner' in change) put('owner', change.owner);
  if ('span' in change) put('span', change.span === 'all' ? null : change.span);
  if ('withdrawn' in change) put('withdrawn', change.withdrawn ? 1 : null);
  if ('health' in change || 'graded' in change)
    put('type', change.health ? 'deviceHealth' : change.graded ? 'graded' : null);
  if ('open' in change) put('alert', change.open);
  const narrows = Object.keys(change).some((name) => name !== 'page' && name !== 'open');
  if ('page' in change) put('page', change.page === 1 ? null : change.page);
  else if (narrows) next.delete('page');
  return next;
}

/** Clears the filter, for all times, and returns to the first page; an open alert stays open. */
const { open: _, ...all } = readFilter(new URLSearchParams());
export const everything: Readonly<Omit<AlertFilter, 'open'>> = all;

/** Reports whether any filter other than the time is set. */
export function narrows(filter: AlertFilter): boolean {
  const { page, span, ...rest } = everything;
  return Object.entries(rest).some(([name, value]) => filter[name as keyof AlertFilter] !== value);
}

const statusesOf: Record<Group, string> = {
  Pending: 'Pending',
  Notice: 'Notice',
  processed: 'Confirm,FalseAlarm',
  Restore: 'Restore',
};

/**
 * queryOf returns the filter as query parameters; own is the account of the person. Times are truncated to the minute so that the same list is the same
 * query.
 */
export function queryOf(filter: AlertFilter, projectId: number, own: number, now: number, pageSize: number) {
  const from = filter.span === 'all' ? 0 : Math.floor((now - days[filter.span] * 86_400_000) / 60_000) * 60_000;
  return {
    page: filter.page,
    pageSize,
    ...(projectId || filter.project ? { projectId: projectId || filter.project } : {}),
    ...(filter.group ? { status: statusesOf[filter.group] } : {}),
    ...(filter.health ? { type: 'deviceHealth' as const } : {}),
    ...(filter.graded ? { type: 'graded' as const } : {}),
    ...(filter.level ? { level: String(filter.level) } : {}),
    ...(filter.measurement ? { measurement: filter.measurement } : {}),
    ...(filter.owner === 'me' ? { assigneeId: own } : {}),
    ...(filter.owner === 'nobody' ? { unassigned: 'true' as const } : {}),
    ...(filter.owner === 'somebody' ? { unassigned: 'false' as const } : {}),
    ...(filter.text ? { name: filter.text } : {}),
    ...(from ? { from } : {}),
    ...(filter.withdrawn ? { withdrawn: 'true' as const } : {}),
  };
}

/** groupCount returns the count of a group of statuses. */
export function groupCount(statuses: Readonly<Record<string, number>>, group: Group): number {
  return statusesOf[group].split(',').reduce((sum, status) => sum + (statuses[status] ?? 0), 0);
}
