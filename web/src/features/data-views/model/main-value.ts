import type { PointState, ValueType } from './types';

/** The unit of the value that lists show of a point. */
export function mainUnit({ main, field }: Pick<PointState, 'main' | 'field'>): string {
  const unit = field?.unit ?? '';
  return main === 'rate' && unit ? `${unit}/d` : unit;
}

const all: readonly ValueType[] = ['observed', 'accumulated', 'change', 'rate'];

/** The kinds of values that a chart of a point offers, the one that explains its level first. */
export function typesFrom(main: PointState['main'], has: { changes: boolean; rates: boolean }): ValueType[] {
  const offered = all.filter((type) => type === 'observed' || (type === 'rate' ? has.rates : has.changes));
  return [...offered.filter((type) => type === main), ...offered.filter((type) => type !== main)];
}
