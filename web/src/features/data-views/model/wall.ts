/** How long a page of a wall stays, and how long a new alert keeps its page. */
export const turnMs = 30_000;
export const holdMs = 120_000;

/** The page on a wall. */
export interface WallTurn {
  page: number;
  since: number;
  until: number;
  /** A new alert keeps the page. */
  held: boolean;
}

export const firstTurn = (now: number): WallTurn => ({ page: 0, since: now, until: now + turnMs, held: false });

/** turnAt returns the page at a time: the next one when the time of the present page is over. */
export function turnAt(turn: WallTurn, now: number, pages: number): WallTurn {
  if (now < turn.until && turn.page < pages) return turn;
  return { page: (turn.page + 1) % Math.max(1, pages), since: now, until: now + turnMs, held: false };
}

/** holdPage takes a wall to a page and keeps it there. */
export function holdPage(page: number, now: number): WallTurn {
  return { page, since: now, until: now + holdMs, held: true };
}

/** leftOf is the share of a page's time that is left, 0 to 1. */
export function leftOf({ since, until }: WallTurn, now: number): number {
  return Math.min(1, Math.max(0, (until - now) / (until - since)));
}

interface Alarming {
  id: number;
  level: number;
  measuringPointId: number;
}

/** An orange alert, the lowest that takes a wall to its page. */
const urgentLevel = 3;

/** newUrgent returns the newest orange or red alert that was not open before; on the first look there is none. */
export function newUrgent<A extends Alarming>(known: ReadonlySet<string> | null, alerts: readonly A[]): A | null {
  if (known === null) return null;
  const found = alerts.filter((alert) => alert.level >= urgentLevel && !known.has(alertKey(alert)));
  return found.reduce<A | null>((best, one) => (best === null || one.id > best.id ? one : best), null);
}

/** An alert that rises to a higher level counts as new. */
export const alertKey = ({ id, level }: Pick<Alarming, 'id' | 'level'>) => `${id}:${level}`;

/** pageOfPoint is the page that shows a point: the first board with it, else the overview, page 0. */
export function pageOfPoint(boards: readonly { panels: readonly { measuringPointId: number }[] }[], pointId: number) {
  return boards.findIndex(({ panels }) => panels.some((panel) => panel.measuringPointId === pointId)) + 1;
}

/** Size of the pictures of a wall, CSS px at zoom 1; texts of 11 px are 16 px high at 2560 × 1440. */
const designWidth = 1720;
const designHeight = 968;

/** zoomOf enlarges a wall to its screen; small screens keep their size and scroll. */
export function zoomOf(width: number, height: number): number {
  return Math.max(1, Math.min(width / designWidth, height / designHeight));
}
