import type { AlertRule, RuleFields } from '../queries';

export const events = ['raised', 'escalated', 'restored', 'reopened'] as const;
export const channels = ['mail', 'sms', 'push'] as const;
export const types = ['threshold', 'deviceHealth', 'graded'] as const;

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
    accountIds: rule?.accountIds ?? [],
    emailList: rule?.emailList ?? [],
    channels: rule?.channels ?? ['mail'],
    mobileList: rule?.mobileList ?? [],
    webhookIds: rule?.webhookIds ?? [],
    duty: rule?.duty ?? false,
    quietLevel: rule?.quietLevel ?? 0,
    quietFrom: rule?.quietLevel ? (rule.quietFrom ?? 0) : 22 * 60,
    quietTo: rule?.quietLevel ? (rule.quietTo ?? 0) : 7 * 60,
  };
}

/** bodyOf returns what is sent. */
export function bodyOf(form: RuleForm): RuleFields {
  return {
    ...form,
    name: form.name.trim(),
    itemId: form.structureId === 0 ? 0 : form.itemId,
    repeatHours: form.repeatHours ?? 0,
    quietFrom: form.quietLevel === 0 ? 0 : form.quietFrom,
    quietTo: form.quietLevel === 0 ? 0 : form.quietTo,
    emailList: written(form.emailList),
    mobileList: written(form.mobileList),
  };
}

const written = (list: readonly string[]) => list.map((one) => one.trim()).filter(Boolean);

/** draftOf returns what is previewed; null while something is missing without which nothing is sent. */
export function draftOf(form: RuleForm): RuleFields | null {
  const body = bodyOf(form);
  const { accountIds, emailList, mobileList, webhookIds } = body;
  const reached = body.duty || [accountIds, emailList, mobileList, webhookIds].some((list) => list && list.length > 0);
  if (body.quietLevel && body.quietFrom === body.quietTo) return null;
  if (!reached || body.events.length === 0 || body.types.length === 0) return null;
  return { ...body, name: body.name || '–' };
}
