import { type Span, spans } from './filter';

export const states = ['open', 'over'] as const;
export type State = (typeof states)[number];

/** The filter of the list of incidents, stored in the address. */
export interface IncidentFilter {
  state: State | null;
  /** The lowest level; 0: all. */
  level: number;
  structure: number;
  span: Span;
  page: number;
}

const number = (text: string | null) => {
  const n = Number(text);
  return Number.isSafeInteger(n) && n > 0 ? n : 0;
};

export function readIncidents(search: URLSearchParams): IncidentFilter {
  const level = number(search.get('level'));
  return {
    state: states.find((one) => one === search.get('state')) ?? null,
    level: level <= 4 ? level : 0,
    structure: number(search.get('structure')),
    span: spans.find((one) => one === search.get('span')) ?? 'all',
    page: Math.max(1, number(search.get('page'))),
  };
}

/** writeIncidents writes a change to the address; a new filter starts at its first page. */
export function writeIncidents(search: URLSearchParams, change: Partial<IncidentFilter>): URLSearchParams {
  const next = new URLSearchParams(search);
  if (!('page' in change)) next.delete('page');
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === 0 || value === 'all' || (name === 'page' && value === 1)) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

const days: Record<Exclude<Span, 'all'>, number> = { '1d': 1, '7d': 7, '30d': 30, '90d': 90, '1y': 365 };

/** incidentQuery returns the filter as query parameters, with times to the minute. */
export function incidentQuery(filter: IncidentFilter, now: number, pageSize: number) {
  const from = filter.span === 'all' ? 0 : Math.floor((now - days[filter.span] * 86_400_000) / 60_000) * 60_000;
  return {
    page: filter.page,
    pageSize,
    ...(filter.state ? { open: filter.state === 'open' ? ('true' as const) : ('false' as const) } : {}),
    ...(filter.level ? { level: filter.level } : {}),
    ...(filter.structure ? { structureId: filter.structure } : {}),
    ...(from ? { from } : {}),
  };
}
