import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type PanelHost, usePanelHost } from './panel-host';
import { formatRange, parseRange, type Range } from './range';
import { rememberRange } from './remembered-range';

/** The state of a data view, stored in the address: a link opens the same picture. */
export interface ViewState {
  range: Range;
  type: string | null;
  fields: string[];
  nodes: number[];
  right: string | null;
  times: number[];
  mode: string | null;
  /** Arrays: sums along them as the part of each segment. */
  segment: boolean;
  direction: string | null;
  end: string | null;
  base: number | null;
  /** Reports: the time to compare with; null for a day earlier. */
  previous: number | null;
  /** Reports: their points; empty for all of the item. */
  points: number[];
  /** Reports: weather and working condition, as people write them. */
  weather: string;
  work: string;
  /** Exaggeration of displacements in a drawing; null: the default of the view. */
  scale: number | null;
  /** Width over which a section is smoothed, degrees; null: not smoothed. */
  smooth: number | null;
  /** Scenes in space: the camera, or the name of a view; null: the usual one. */
  view: string | null;
  /** Part of the range in view. */
  window: [number, number] | null;
  /** The time of the explained reading; null for the last one. */
  at: number | null;
  /** UTC ms at which the shown data were known; null: now. */
  known: number | null;
  table: boolean;
  hidden: string[];
  page: number;
}

type Change = { [K in keyof ViewState]?: ViewState[K] | undefined };

const numbers = (text: string | null) =>
  (text ?? '')
    .split('.')
    .map(Number)
    .filter((n, i, all) => Number.isFinite(n) && (text ?? '').split('.')[i] !== '' && all.indexOf(n) === i);

const words = (text: string | null) => (text ? text.split('.').filter(Boolean) : []);

/** readState parses the state in the address; invalid parts take their defaults. */
export function readState(search: URLSearchParams, fallback: Range): ViewState {
  const window = numbers(search.get('window'));
  const single = (name: string) => {
    const value = numbers(search.get(name))[0];
    return value === undefined ? null : value;
  };
  return {
    range: parseRange(search.get('range'), fallback),
    type: search.get('type'),
    fields: words(search.get('fields')),
    nodes: numbers(search.get('nodes')),
    right: search.get('right'),
    times: numbers(search.get('times')),
    mode: search.get('mode'),
    segment: search.get('segment') === '1',
    direction: search.get('dir'),
    end: search.get('end'),
    base: single('base'),
    previous: single('previous'),
    points: numbers(search.get('points')),
    weather: search.get('weather') ?? '',
    work: search.get('work') ?? '',
    scale: single('scale'),
    smooth: single('smooth'),
    view: search.get('view'),
    window: window[0] !== undefined && window[1] !== undefined && window[0] < window[1] ? [window[0], window[1]] : null,
    at: single('at'),
    known: single('known'),
    table: search.get('table') === '1',
    hidden: words(search.get('hide')),
    page: Math.max(1, single('page') ?? 1),
  };
}

/** writeState writes a change to the address. A new range or value type resets the zoom. */
export function writeState(search: URLSearchParams, change: Change): URLSearchParams {
  const next = new URLSearchParams(search);
  const put = (name: string, value: string | null | undefined) => {
    if (value === null || value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  };
  if ('range' in change && change.range) {
    put('range', formatRange(change.range));
    for (const name of ['window', 'at', 'times', 'page']) next.delete(name);
  }
  if ('type' in change) put('type', change.type);
  if ('fields' in change) put('fields', change.fields?.join('.'));
  if ('nodes' in change) put('nodes', change.nodes?.join('.'));
  if ('right' in change) put('right', change.right);
  if ('times' in change) put('times', change.times?.join('.'));
  if ('mode' in change) put('mode', change.mode);
  if ('segment' in change) put('segment', change.segment ? '1' : null);
  if ('direction' in change) put('dir', change.direction);
  if ('end' in change) put('end', change.end);
  if ('base' in change) put('base', change.base === null ? null : String(change.base));
  if ('previous' in change) put('previous', change.previous === null ? null : String(change.previous));
  if ('points' in change) put('points', change.points?.join('.'));
  if ('weather' in change) put('weather', change.weather);
  if ('work' in change) put('work', change.work);
  if ('scale' in change) put('scale', change.scale ? String(change.scale) : null);
  if ('smooth' in change) put('smooth', change.smooth ? String(change.smooth) : null);
  if ('view' in change) put('view', change.view);
  if ('window' in change) put('window', change.window?.map(Math.round).join('.'));
  if ('at' in change) put('at', change.at === null ? null : String(change.at));
  if ('known' in change) put('known', change.known ? String(change.known) : null);
  if ('table' in change) put('table', change.table ? '1' : null);
  if ('hidden' in change) put('hide', change.hidden?.join('.'));
  if ('page' in change) put('page', change.page === 1 ? null : String(change.page));
  return next;
}

/** keptOf hands a board what its panels share and returns the rest, which the panel keeps. */
function keptOf(host: PanelHost, { range, window, ...rest }: Change): Change {
  const moves = { ...(range ? { range } : {}), ...(window === undefined ? {} : { window }) };
  return Object.keys(moves).length === 0 || host.onShared(moves) ? rest : { ...moves, ...rest };
}

/** The state of a view of a point, in its address or in the panel of a board, and its setter. A chosen range is remembered for the point. */
export function useViewState(pointId: number, initial: Range): [ViewState, (change: Change) => void] {
  const [address, setAddress] = useSearchParams();
  const host = usePanelHost();
  const search = host?.search ?? address;
  const shared = host?.shared;
  const state = useMemo(() => ({ ...readState(search, initial), ...shared }), [search, initial, shared]);
  const change = useCallback(
    (wanted: Change) => {
      if (host) {
        const kept = keptOf(host, wanted);
        if (Object.keys(kept).length > 0) host.onSearch(writeState(host.search, kept));
        return;
      }
      if (wanted.range) rememberRange(pointId, wanted.range);
      setAddress((old) => writeState(old, wanted), { replace: true, preventScrollReset: true });
    },
    [pointId, setAddress, host],
  );
  return [state, change];
}
