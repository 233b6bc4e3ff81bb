import type { Plan, PlanFields } from '../queries';

/** Limits of what devices are asked for, in minutes. */
export const shortestMinutes = 5;
export const longestMinutes = 7 * 24 * 60;

/** The fields of the form of an emergency plan. */
export interface PlanForm
  extends Omit<Required<PlanFields>, 'responders' | 'intervalSeconds' | 'longestMinutes' | 'responseMinutes'> {
  responders: NonNullable<PlanFields['responders']>;
  responseMinutes: number | null;
  /** Collection interval, in minutes. */
  minutes: number | null;
  /** Minutes after which the earlier interval is set back. */
  longest: number | null;
}

/** planFormOf returns the fields of a plan, or those of a new one with what is recommended. Devices are asked only if it is ticked. */
export function planFormOf(
  plan: Plan | undefined,
  usual: Pick<PlanForm, 'name' | 'measures' | 'responseMinutes' | 'escalateToLevel' | 'monitoringFrequency'>,
): PlanForm {
  return {
    name: plan?.name ?? usual.name,
    measures: plan?.measures ?? usual.measures,
    responseMinutes: plan?.responseMinutes ?? usual.responseMinutes,
    responders: plan?.responders ?? [],
    channels: plan ? (plan.channels ?? []) : ['mail'],
    escalateToLevel: plan ? (plan.escalateToLevel ?? 0) : usual.escalateToLevel,
    monitoringFrequency: plan ? (plan.monitoringFrequency ?? '') : usual.monitoringFrequency,
    raiseInterval: plan?.raiseInterval ?? false,
    minutes: plan?.intervalSeconds ? plan.intervalSeconds / 60 : 10,
    longest: plan?.longestMinutes || 24 * 60,
  };
}

/** planBodyOf returns what is sent. */
export function planBodyOf({ minutes, longest, ...form }: PlanForm): PlanFields {
  return {
    ...form,
    responseMinutes: form.responseMinutes ?? 0,
    ...(form.raiseInterval && { intervalSeconds: Math.round((minutes ?? 0) * 60), longestMinutes: longest ?? 0 }),
  };
}
