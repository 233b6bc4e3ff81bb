import type { components } from '@/api/schema.gen';
import type { Mark } from '@/entities/alert/mark';

type Schemas = components['schemas'];
export type Plan = Schemas['Plan'];
export type PlanSummary = Schemas['PlanSummary'];
export type PlanDetail = Schemas['PlanDetail'];
export type PlanMark = Schemas['PlanMark'];
export type PlanKind = Plan['kind'];

export const planKinds = ['plan', 'elevation', 'section'] as const satisfies readonly PlanKind[];

/** A point on a drawing: its position as shares of width and height from the upper left, and its current value. */
export interface PlanMarker {
  id: number;
  name: string;
  x: number;
  y: number;
  level: Mark;
  stale: boolean;
  /** Its newest value with the unit. */
  value?: string;
  /** The measurement, for the tooltip. */
  measurement?: string;
}

/** The size of a drawing without a picture. */
export const blankSheet = { width: 1600, height: 1000 };

export interface SheetSize {
  width: number;
  height: number;
}

/** Converts shares of a drawing to map coordinates with the origin at the lower left. */
export function toSheet({ x, y }: { x: number; y: number }, { width, height }: SheetSize): [number, number] {
  return [x * width, (1 - y) * height];
}

/** Margin around the inked part, as a share of the sheet. */
const margin = 0.015;

/**
 * The part of a drawing to show first, as map coordinates: its ink and its points, without the blank edge of the
 * sheet.
 */
export function contentOf(
  sheet: SheetSize,
  drawn: readonly [number, number, number, number] | undefined,
  places: readonly { x: number; y: number }[],
): [number, number, number, number] {
  const [left, top, right, bottom] = drawn ?? [0, 0, 1, 1];
  const xs = [left, right, ...places.map(({ x }) => x)];
  const ys = [top, bottom, ...places.map(({ y }) => y)];
  const within = (value: number) => Math.min(1, Math.max(0, value));
  const [minX, maxY] = toSheet({ x: within(Math.min(...xs) - margin), y: within(Math.min(...ys) - margin) }, sheet);
  const [maxX, minY] = toSheet({ x: within(Math.max(...xs) + margin), y: within(Math.max(...ys) + margin) }, sheet);
  return [minX, minY, maxX, maxY];
}

/** Coordinates of the map as shares of the drawing, kept on it. */
export function fromSheet([x = 0, y = 0]: number[], { width, height }: SheetSize): { x: number; y: number } {
  const share = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1e6) / 1e6;
  return { x: share(x / width), y: share(1 - y / height) };
}
