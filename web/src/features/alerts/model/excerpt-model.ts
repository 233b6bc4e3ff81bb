import type { components } from '@/api/schema.gen';
import type { Sample } from '@/entities/chart/gaps';
import type { Threshold } from '@/entities/chart/threshold-lines';

type Alert = components['schemas']['Alert'];

const day = 86_400_000;

/** excerptRange returns the period of an alert's chart: from days before it to its end or to now. */
export function excerptRange(alert: Pick<Alert, 'opened' | 'ended'>, now: number): { start: number; end: number } {
  const until = alert.ended > 0 ? alert.ended : now;
  const length = Math.max(2 * day, until - alert.opened);
  return { start: alert.opened - Math.min(5 * day, length), end: Math.min(now, until + day / 2) };
}

/** peakOf returns the most extreme value of an episode on the side of the alert. */
export function peakOf(
  samples: readonly Sample[],
  alert: Pick<Alert, 'opened' | 'ended' | 'value' | 'side'>,
): number | null {
  let peak = alert.value;
  for (const [t, v] of samples) {
    if (v === null || t < alert.opened || (alert.ended > 0 && t > alert.ended)) continue;
    if (peak === null) peak = v;
    else if (alert.side === 'lower' ? v < peak : (alert.value ?? v) < 0 ? v < peak : v > peak) peak = v;
  }
  return peak;
}

/** thresholdFor finds the threshold that raised an alert. */
export function thresholdFor(
  thresholds: readonly Threshold[],
  alert: Pick<Alert, 'field' | 'valueType'>,
): Threshold | null {
  return thresholds.find((one) => one.field === alert.field && one.valueType === alert.valueType && one.enable) ?? null;
}

/** sideSign returns the sign for a side, as in −1.297 ≥ 1.000. */
export function sideSign(side: string): '≥' | '≤' {
  return side === 'lower' ? '≤' : '≥';
}

/** turnsOf returns the readings at which an alert was raised or its level changed. */
export function turnsOf({
  history,
}: Pick<components['schemas']['AlertDetail'], 'history'>): { t: number; value: number; level: number }[] {
  return history.flatMap(({ kind, time, value, level }) =>
    value !== null && (kind === 'raised' || kind === 'escalated' || kind === 'eased')
      ? [{ t: time, value, level }]
      : [],
  );
}
