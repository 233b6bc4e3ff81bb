export const kinds = ['Measuring', 'Collector', 'DTU'] as const;
export const states = ['online', 'sleep', 'offline'] as const;
export const healths = ['normal', 'unknown', 'lowVoltage', 'dataLost', 'dataRepeated'] as const;
export const scopes = ['project', 'stock', 'all'] as const;

/** The columns of the list, and those shown by default. */
export const columnNames = [
  'sncode',
  'type',
  'model',
  'register',
  'points',
  'status',
  'health',
  'voltage',
  'temperature',
  'rssi',
  'completeness',
  'interval',
  'firmware',
  'lastSeen',
] as const;
export type ColumnName = (typeof columnNames)[number];
const usual: readonly ColumnName[] = columnNames.filter((name) => !['model', 'register', 'temperature'].includes(name));

/** The state of the device list, stored in the address. */
export interface DeviceView {
  scope: (typeof scopes)[number];
  text: string;
  kind: (typeof kinds)[number] | undefined;
  type: string;
  model: string;
  status: (typeof states)[number] | undefined;
  health: (typeof healths)[number] | undefined;
  /** The field to sort by, with a leading - for descending order; empty for the server's order. */
  sort: string;
  columns: readonly ColumnName[];
  page: number;
  open: number;
}

export function readView(search: URLSearchParams): DeviceView {
  const pick = <T extends string>(list: readonly T[], name: string) => list.find((one) => one === search.get(name));
  const sort = search.get('sort') ?? '';
  const columns = search.get('cols')?.split(',') ?? null;
  return {
    scope: pick(scopes, 'scope') ?? 'project',
    text: search.get('q') ?? '',
    kind: pick(kinds, 'kind'),
    type: search.get('type') ?? '',
    model: search.get('model') ?? '',
    status: pick(states, 'status'),
    health: pick(healths, 'health'),
    sort: columnNames.some((name) => name === sort.replace('-', '')) ? sort : '',
    columns: columns ? columnNames.filter((name) => name === 'sncode' || columns.includes(name)) : usual,
    page: Math.max(1, Number(search.get('page') ?? 1) || 1),
    open: Number(search.get('device') ?? 0) || 0,
  };
}

const names: Record<keyof DeviceView, string> = {
  scope: 'scope',
  text: 'q',
  kind: 'kind',
  type: 'type',
  model: 'model',
  status: 'status',
  health: 'health',
  sort: 'sort',
  columns: 'cols',
  page: 'page',
  open: 'device',
};

/** Returns the address of a changed view: defaults are omitted, and a new filter starts at the first page. */
export function writeView(search: URLSearchParams, change: Partial<DeviceView>): URLSearchParams {
  const next = new URLSearchParams(search);
  const put = (name: string, value: string) => (value ? next.set(name, value) : next.delete(name));
  for (const [key, value] of Object.entries(change)) {
    const name = names[key as keyof DeviceView];
    if (key === 'columns') put(name, String(value) === String(usual) ? '' : (value as string[]).join(','));
    else if (key === 'scope') put(name, value === 'project' ? '' : String(value));
    else if (key === 'page') put(name, value === 1 ? '' : String(value));
    else put(name, value ? String(value) : '');
  }
  if ('open' in change) for (const name of ['record', 'until']) next.delete(name); // those of one device
  if ('open' in change && !change.open) for (const name of ['tab', 'add']) next.delete(name);
  if (!('page' in change || 'open' in change || 'columns' in change)) next.delete('page');
  return next;
}
