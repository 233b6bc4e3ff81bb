import type { Quantity, ValueType } from './draft';

/** The spans that a button chooses, in days; 0: all of the history. */
export const spans = [30, 90, 365, 0] as const;
export type Span = (typeof spans)[number];

/** What the address says. */
export interface Asked {
  quantity: Quantity | null;
  span: Span;
  /** The numbers of the draft, see written; '': as in force. */
  draft: string;
  /** The version to compare with; 0: what was in force over time. */
  against: number;
  /** The draft applies to all points of its kind in the structure. */
  wide: boolean;
  /** The simulation of these points that is shown; 0: none. */
  batch: number;
}

const types: readonly ValueType[] = ['observed', 'accumulated', 'rate'];

/** An id in the address; 0: none. */
const idOf = (text: string | null) => Math.max(0, Math.trunc(Number(text) || 0));

export function readAsked(search: URLSearchParams): Asked {
  const valueType = types.find((one) => one === search.get('type'));
  const field = search.get('field') ?? '';
  return {
    quantity: field && valueType ? { field, valueType } : null,
    span: spans.find((days) => String(days) === search.get('days')) ?? 90,
    draft: search.get('draft') ?? '',
    against: idOf(search.get('against')),
    wide: search.get('scope') === 'structure',
    batch: idOf(search.get('batch')),
  };
}

export function writeAsked(old: URLSearchParams, wanted: Partial<Asked>): URLSearchParams {
  const next = new URLSearchParams(old);
  const put = (name: string, value: string) => (value ? next.set(name, value) : next.delete(name));
  if (wanted.quantity !== undefined) {
    put('field', wanted.quantity?.field ?? '');
    put('type', wanted.quantity?.valueType ?? '');
  }
  if (wanted.span !== undefined) put('days', wanted.span === 90 ? '' : String(wanted.span));
  if (wanted.draft !== undefined) put('draft', wanted.draft);
  if (wanted.against !== undefined) put('against', wanted.against ? String(wanted.against) : '');
  if (wanted.wide !== undefined) put('scope', wanted.wide ? 'structure' : '');
  if (wanted.batch !== undefined) put('batch', wanted.batch ? String(wanted.batch) : '');
  return next;
}
