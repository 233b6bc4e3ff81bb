import type { ModelCommand } from '@/entities/command/model-commands';
import type { FieldRule, FieldRuleFields } from '../queries';

export const shortestMinutes = 5;
export const longestMinutes = 7 * 24 * 60;

/** A command of the model as the form holds it: a parameter without a value has its default. */
export interface CommandValue {
  code: string;
  params: Record<string, number | null>;
}

/** The fields of the form of a field rule. */
export interface RuleForm {
  name: string;
  enable: boolean;
  level: number;
  measurements: string[];
  /** Structures and items. */
  structureIds: number[];
  pointIds: number[];
  deviceIds: number[];
  action: FieldRule['action'];
  /** Collection interval, in minutes. */
  minutes: number | null;
  on: CommandValue | null;
  off: CommandValue | null;
  /** Minutes. */
  longest: number | null;
}

/** formOf returns the fields of a rule, or those of a new one. */
export function formOf(rule: FieldRule | undefined): RuleForm {
  return {
    name: rule?.name ?? '',
    enable: rule?.enable ?? true,
    level: rule?.level ?? 3,
    measurements: rule?.measurements ?? [],
    structureIds: rule?.structureIds ?? [],
    pointIds: rule?.measuringPointIds ?? [],
    deviceIds: rule?.deviceIds ?? [],
    action: rule?.action ?? 'command',
    minutes: rule?.intervalSeconds ? rule.intervalSeconds / 60 : 10,
    on: rule?.on ? { code: rule.on.code, params: rule.on.params ?? {} } : null,
    off: rule?.off ? { code: rule.off.code, params: rule.off.params ?? {} } : null,
    longest: rule?.longestMinutes ?? 60,
  };
}

/** bodyOf returns what is sent. */
export function bodyOf(form: RuleForm): FieldRuleFields {
  const { minutes, on, off, longest, pointIds, ...fields } = form;
  const first = on && orderOf(on);
  const last = off && orderOf(off);
  const does =
    form.action === 'interval'
      ? { intervalSeconds: Math.round((minutes ?? 0) * 60) }
      : { ...(first && { on: first }), ...(last && { off: last }) };
  return { ...fields, ...does, name: form.name.trim(), measuringPointIds: pointIds, longestMinutes: longest ?? 0 };
}

function orderOf({ code, params }: CommandValue) {
  const given = Object.entries(params).filter((one): one is [string, number] => one[1] !== null);
  return { code, ...(given.length > 0 && { params: Object.fromEntries(given) }) };
}

/** fieldsOf returns the fields that a changed rule would send, as the list has them. */
export function fieldsOf({ id: _id, projectId: _project, updatedAt: _at, ...fields }: FieldRule): FieldRuleFields {
  return fields;
}

/** commonCommands returns the commands that all models have, with the same parameters, in the order of the first. */
export function commonCommands(models: readonly (readonly ModelCommand[])[]): ModelCommand[] {
  const [first = [], ...others] = models;
  return first.filter((one) => others.every((list) => list.some((other) => isSame(one, other))));
}

const isSame = (one: ModelCommand, other: ModelCommand) =>
  one.code === other.code && parameters(one) === parameters(other);
const parameters = ({ params = [] }: ModelCommand) =>
  params
    .map(({ name }) => name)
    .sort()
    .join(' ');

const formNames: Record<string, keyof RuleForm> = {
  measuringPointIds: 'pointIds',
  intervalSeconds: 'minutes',
  longestMinutes: 'longest',
};

/** formErrors assigns the refusals of a rule to the fields of the form. */
export function formErrors(refusals: Record<string, string>): { own: Map<keyof RuleForm, string[]>; rest: string[] } {
  const own = new Map<keyof RuleForm, string[]>();
  const rest: string[] = [];
  const known = Object.keys(formOf(undefined)) as (keyof RuleForm)[];
  for (const [path, text] of Object.entries(refusals)) {
    const head = path.split(/[.[]/)[0] ?? path;
    const name = formNames[head] ?? known.find((one) => one === head);
    if (!name) rest.push(`${path}: ${text}`);
    else own.set(name, [...new Set([...(own.get(name) ?? []), text])]);
  }
  return { own, rest };
}
