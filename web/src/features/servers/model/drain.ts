import type { Drain } from '../queries';

export type StepKey = 'closed' | 'notified' | 'handedOver' | 'emptied' | 'safe';

export interface Step {
  key: StepKey;
  /** Unix ms; 0: not yet. */
  at: number;
  /** The first step that is not done is under way. */
  state: 'done' | 'now' | 'next';
  count: number;
}

/** The steps of a drain in order. `held` are the partitions that the server still holds. */
export function stepsOf(drain: Drain, held: number): Step[] {
  const steps: { key: StepKey; at: number; count: number }[] = [
    { key: 'closed', at: drain.closedAt, count: 0 },
    { key: 'notified', at: drain.notifiedAt, count: drain.devices },
    { key: 'handedOver', at: drain.handedOverAt, count: drain.handedOverAt > 0 ? drain.partitions : held },
    { key: 'emptied', at: drain.emptiedAt, count: 0 },
    { key: 'safe', at: drain.safeAt, count: 0 },
  ];
  const current = steps.findIndex(({ at }) => at === 0);
  return steps.map((step, i) => ({ ...step, state: step.at > 0 ? 'done' : i === current ? 'now' : 'next' }));
}

/** The share of the partitions that are handed over, 0 to 1. */
export function shareOf(drain: Drain, held: number): number {
  if (drain.handedOverAt > 0) return 1;
  if (drain.partitions === 0) return 0;
  return Math.max(0, Math.min(1, (drain.partitions - held) / drain.partitions));
}
