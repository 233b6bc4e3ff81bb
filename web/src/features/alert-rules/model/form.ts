import type { AlertRule, RuleFields } from '../queries';

export const events = ['raised', 'escalated', 'restored', 'reopened'] as const;
export const channels = ['mail', 'sms', 'push'] as const;
export const mostCounted = 20;
export const longestMinutes = 7 * 24 * 60;
export const mostRungs = 3;
export const types = ['threshold', 'deviceHealth', 'graded'] as const;

/** A step of the ladder: who gets a message if nobody has reacted. */
export interface Rung {
  afterMinutes: number | null;
  accountIds: number[];
  webhookIds: number[];
}

/** The fields of the form of a rule. */
export interface RuleForm {
  name: string;
  enable: boolean;
  structureId: number;
  itemId: number;
  measurements: string[];
  level: number;
  types: string[];
  events: string[];
  repeatHours: number | null;
  late: boolean;
  byCode: boolean;
  accountIds: number[];
  emailList: string[];
  channels: string[];
  mobileList: string[];
  webhookIds: number[];
  duty: boolean;
  quietLevel: number;
  /** Minutes of the day. */
  quietFrom: number;
  quietTo: number;
  /** Whether messages wait for several readings, for a duration, for other points. */
  counts: boolean;
  reached: number | null;
  readings: number | null;
  lasts: boolean;
  minutes: number | null;
  agrees: boolean;
  points: number | null;
  within: number | null;
  ladder: Rung[];
}

/** formOf returns the fields of a rule, or those of a new one. */
export function formOf(rule: AlertRule | undefined): RuleForm {
  return {
    name: rule?.name ?? '',
    enable: rule?.enable ?? true,
    structureId: rule?.structureId ?? 0,
    itemId: rule?.itemId ?? 0,
    measurements: rule?.measurements ?? [],
    level: rule?.level ?? 2,
    types: rule?.types ?? ['threshold'],
    events: rule?.events ?? ['raised', 'escalated', 'restored'],
    repeatHours: rule ? (rule.repeatHours ?? 0) : 24,
    late: rule?.late ?? false,
    byCode: rule?.byCode ?? false,
    accountIds: rule?.accountIds ?? [],
    emailList: rule?.emailList ?? [],
    channels: rule?.channels ?? ['mail'],
    mobileList: rule?.mobileList ?? [],
    webhookIds: rule?.webhookIds ?? [],
    duty: rule?.duty ?? false,
    quietLevel: rule?.quietLevel ?? 0,
    quietFrom: rule?.quietLevel ? (rule.quietFrom ?? 0) : 22 * 60,
    quietTo: rule?.quietLevel ? (rule.quietTo ?? 0) : 7 * 60,
    counts: !!rule?.conditionReadings,
    reached: rule?.conditionReached || 2,
    readings: rule?.conditionReadings || 3,
    lasts: !!rule?.conditionMinutes,
    minutes: rule?.conditionMinutes || 30,
    agrees: !!rule?.conditionPoints,
    points: rule?.conditionPoints || 2,
    within: rule?.conditionWithin || 60,
    ladder: (rule?.ladder ?? []).map(({ afterMinutes, accountIds, webhookIds }) => ({
      afterMinutes,
      accountIds: accountIds ?? [],
      webhookIds: webhookIds ?? [],
    })),
  };
}

/** bodyOf returns what is sent. */
export function bodyOf(form: RuleForm): RuleFields {
  const { counts, reached, readings, lasts, minutes, agrees, points, within, ladder, ...fields } = form;
  const asked = form.types.includes('threshold');
  return {
    ...fields,
    conditionReached: (asked && counts && reached) || 0,
    conditionReadings: (asked && counts && readings) || 0,
    conditionMinutes: (asked && lasts && minutes) || 0,
    conditionPoints: (asked && agrees && points) || 0,
    conditionWithin: (asked && agrees && within) || 0,
    ladder: ladder.map((rung) => ({ ...rung, afterMinutes: rung.afterMinutes ?? 0 })),
    name: form.name.trim(),
    itemId: form.structureId === 0 ? 0 : form.itemId,
    repeatHours: form.repeatHours ?? 0,
    quietFrom: form.quietLevel === 0 ? 0 : form.quietFrom,
    quietTo: form.quietLevel === 0 ? 0 : form.quietTo,
    emailList: written(form.emailList),
    mobileList: written(form.mobileList),
  };
}

/** nextRung returns a step that can follow others. */
export function nextRung(ladder: readonly Rung[]): Rung {
  const last = ladder[ladder.length - 1]?.afterMinutes ?? 0;
  return { afterMinutes: Math.min(last + 30, longestMinutes), accountIds: [], webhookIds: [] };
}

const written = (list: readonly string[]) => list.map((one) => one.trim()).filter(Boolean);

/** draftOf returns what is previewed; null while something is missing without which nothing is sent. */
export function draftOf(form: RuleForm): RuleFields | null {
  const body = bodyOf(form);
  const { accountIds, emailList, mobileList, webhookIds } = body;
  const reached = body.duty || [accountIds, emailList, mobileList, webhookIds].some((list) => list && list.length > 0);
  if (body.quietLevel && body.quietFrom === body.quietTo) return null;
  if (!isRising(form.ladder) || (form.counts && (form.reached ?? 0) > (form.readings ?? 0))) return null;
  if (!reached || body.events.length === 0 || body.types.length === 0) return null;
  return { ...body, name: body.name || '–' };
}

/** isRising reports whether each step of a ladder names somebody and comes after the one before. */
function isRising(ladder: readonly Rung[]): boolean {
  return ladder.every(
    ({ afterMinutes, accountIds, webhookIds }, i) =>
      (afterMinutes ?? 0) > (ladder[i - 1]?.afterMinutes ?? 0) && accountIds.length + webhookIds.length > 0,
  );
}
