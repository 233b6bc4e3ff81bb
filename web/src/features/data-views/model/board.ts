import type { components } from '@/api/schema.gen';
import { panelQuery } from './preset';
import { formatRange, parseRange, type Range } from './range';
import type { ViewState } from './view-state';

type Schemas = components['schemas'];
export type SavedBoard = Schemas['ProjectBoard'];
export type BoardBody = Schemas['ProjectBoardBody'];

/** One view of a point. */
export interface BoardPanel {
  pointId: number;
  view: string;
  /** The state of the view, as its address holds it. */
  query: string;
  /** Name of the point when the board was saved, for a point that was deleted since. */
  name?: string;
}

/** What a board shows: saved, or changed and held in the address. */
export interface BoardState {
  rows: number;
  columns: number;
  range: Range;
  linkedAxis: boolean;
  linkedCursor: boolean;
  limits: boolean;
  events: boolean;
  panels: readonly BoardPanel[];
}

/** The grids of the tool bar. */
export const grids = [
  { rows: 1, columns: 2 },
  { rows: 2, columns: 2 },
  { rows: 2, columns: 3 },
] as const;
export const mostPanels = 6;

export const emptyBoard: BoardState = {
  ...{ rows: 2, columns: 2, range: { quick: '7d' }, linkedAxis: true, linkedCursor: true, limits: true, events: true },
  panels: [],
};

export const roomOf = ({ rows, columns }: Pick<BoardState, 'rows' | 'columns'>) => rows * columns;

/** ofSaved is the state of a saved board. */
export function ofSaved(saved: SavedBoard): BoardState {
  const { rows, columns, linkedAxis, linkedCursor, limits, events } = saved;
  return {
    ...{ rows, columns, linkedAxis, linkedCursor, limits, events },
    range: parseRange(saved.range, emptyBoard.range),
    panels: saved.panels.map(({ measuringPointId: pointId, view, query, name }) => ({ pointId, view, query, name })),
  };
}

/** bodyOf is what the server saves over the board that was read, or as a new one. */
export function bodyOf(name: string, board: BoardState, updatedAt = 0): BoardBody {
  const { rows, columns, linkedAxis, linkedCursor, limits, events } = board;
  return {
    ...{ name, rows, columns, linkedAxis, linkedCursor, limits, events },
    range: formatRange(board.range),
    panels: board.panels.map(({ pointId, view, query }) => ({
      ...{ measuringPointId: pointId, view },
      query: panelQuery(new URLSearchParams(query)),
    })),
    updatedAt,
  };
}

/** The parameters that hold an unsaved board; `window` and `pin` are of the reader and are never saved. */
const draftNames = ['grid', 'range', 'unlinked', 'hide', 'panel'] as const;

/** isDraft reports whether the address holds unsaved changes. */
export const isDraft = (search: URLSearchParams) => search.has('grid');

/** readBoard returns the board of an address: its unsaved state, else the saved one. Invalid parts are left out. */
export function readBoard(search: URLSearchParams, saved: BoardState): BoardState {
  if (!isDraft(search)) return saved;
  const [rows, columns] = (search.get('grid') ?? '').split('x').map(Number);
  const fits = (n: number | undefined): n is number => Number.isInteger(n) && (n ?? 0) >= 1 && (n ?? 0) <= mostPanels;
  const grid = fits(rows) && fits(columns) && rows * columns <= mostPanels ? { rows, columns } : grids[1];
  const unlinked = (search.get('unlinked') ?? '').split('.');
  const hide = (search.get('hide') ?? '').split('.');
  return {
    ...grid,
    range: parseRange(search.get('range'), saved.range),
    linkedAxis: !unlinked.includes('axis'),
    linkedCursor: !unlinked.includes('cursor'),
    limits: !hide.includes('limits'),
    events: !hide.includes('events'),
    panels: search
      .getAll('panel')
      .flatMap((text) => panelOf(text) ?? [])
      .slice(0, roomOf(grid)),
  };
}

function panelOf(text: string): BoardPanel | null {
  const [id, view = '', ...query] = text.split('~');
  const pointId = Number(id);
  return Number.isInteger(pointId) && pointId > 0 && view ? { pointId, view, query: query.join('~') } : null;
}

/** writeBoard writes a board into the address, or nothing where it is as it was saved. */
export function writeBoard(search: URLSearchParams, board: BoardState, saved: BoardState | null): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of draftNames) next.delete(name);
  if (saved && sameBoard(board, saved)) return next;
  next.set('grid', `${board.rows}x${board.columns}`);
  next.set('range', formatRange(board.range));
  const unlinked = [board.linkedAxis ? '' : 'axis', board.linkedCursor ? '' : 'cursor'].filter(Boolean);
  const hide = [board.limits ? '' : 'limits', board.events ? '' : 'events'].filter(Boolean);
  if (unlinked.length > 0) next.set('unlinked', unlinked.join('.'));
  if (hide.length > 0) next.set('hide', hide.join('.'));
  for (const { pointId, view, query } of board.panels) next.append('panel', `${pointId}~${view}~${query}`);
  return next;
}

const sameBoard = (a: BoardState, b: BoardState) => JSON.stringify(bodyOf('', a)) === JSON.stringify(bodyOf('', b));

/** withPanel adds a panel at the end, or replaces the one at a place. The grid grows if it is full. */
export function withPanel(board: BoardState, panel: BoardPanel, place: number | null): BoardState {
  if (place !== null) return { ...board, panels: board.panels.map((one, i) => (i === place ? panel : one)) };
  const panels = [...board.panels, panel].slice(0, mostPanels);
  const grid = roomOf(board) >= panels.length ? board : grids.find((one) => roomOf(one) >= panels.length);
  return { ...board, rows: grid?.rows ?? 2, columns: grid?.columns ?? 3, panels };
}

export function withoutPanel(board: BoardState, place: number): BoardState {
  return { ...board, panels: board.panels.filter((_, i) => i !== place) };
}

/** movedPanel swaps a panel with its neighbor. */
export function movedPanel(board: BoardState, place: number, by: 1 | -1): BoardState {
  const panels = [...board.panels];
  const [one, other] = [panels[place], panels[place + by]];
  if (one && other) [panels[place], panels[place + by]] = [other, one];
  return { ...board, panels };
}

/** sharedOf is what a board decides for the view of a panel, whose own query says the rest. */
export function sharedOf(
  board: Pick<BoardState, 'linkedAxis' | 'limits' | 'events'>,
  range: Range,
  window: [number, number] | null,
  own: readonly string[],
): Partial<ViewState> {
  const kept = own.filter((part) => part !== 'thresholds' && part !== 'marks');
  return {
    hidden: [...kept, ...(board.limits ? [] : ['thresholds']), ...(board.events ? [] : ['marks'])],
    ...(board.linkedAxis ? { range, window } : {}),
  };
}

/** boardPath is the address of a board, of a new one, or of the first board of a project. */
export function boardPath(projectId: number, board?: number | 'new'): string {
  return `/projects/${projectId}/boards${board === undefined ? '' : `/${board}`}`;
}
