export interface NiceAxis {
  min: number;
  max: number;
  step: number;
  /** Decimals that every tick label needs so that all labels have the same number. */
  decimals: number;
}

const steps = [1, 2, 2.5, 4, 5, 10];

function decimalsOf(step: number): number {
  for (let d = 0; d < 12; d++) {
    const scaled = step * 10 ** d;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-9 * Math.max(1, scaled)) return d;
  }
  return 12;
}

/**
 * niceAxis finds round ticks covering [min, max] in about `ticks` steps. An empty or flat range is widened, so that a
 * constant series is drawn in the middle. Given the decimals of the values, differences below the last digit count as
 * flat and no tick is finer than it.
 */
export function niceAxis(min: number, max: number, ticks = 6, valueDecimals?: number): NiceAxis {
  const finest = valueDecimals === undefined ? 0 : 10 ** -valueDecimals;
  let low = min;
  let high = max;
  if (!Number.isFinite(low) || !Number.isFinite(high)) {
    low = 0;
    high = 1;
  }
  if (low > high) [low, high] = [high, low];
  if (high - low <= Math.max(Math.abs(high) * 1e-12, finest * 0.999)) {
    const half = Math.abs(high) > finest ? Math.max(Math.abs(high) * 0.1, 5 * finest) : Math.max(0.5, 5 * finest);
    low -= half;
    high += half;
  }
  const raw = Math.max((high - low) / ticks, finest);
  const power = 10 ** Math.floor(Math.log10(raw) + 1e-9);
  const fits = (step: number) => step >= raw * (1 - 1e-9) && decimalsOf(step) <= (valueDecimals ?? 12);
  const step = (steps.find((s) => fits(s * power)) ?? 10) * power;
  const decimals = decimalsOf(step);
  const round = (v: number) => Number(v.toFixed(Math.min(12, decimals + 2)));
  return {
    min: round(Math.floor(low / step + 1e-9) * step),
    max: round(Math.ceil(high / step - 1e-9) * step),
    step: round(step),
    decimals,
  };
}

/** extentOf returns the smallest and largest finite number; [NaN, NaN] if there is none. */
export function extentOf(values: Iterable<number | null | undefined>): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const v of values) {
    if (v === null || v === undefined || !Number.isFinite(v)) continue;
    if (v < low) low = v;
    if (v > high) high = v;
  }
  return low <= high ? [low, high] : [Number.NaN, Number.NaN];
}
