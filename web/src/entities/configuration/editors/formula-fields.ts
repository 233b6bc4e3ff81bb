import type { Attribute, SystemFormula } from '@/api/catalog';

type Computing = Pick<SystemFormula, 'fields'> | undefined;

/** Whether a rule with the formula can compute a field; a custom formula computes any. */
export function computes(formula: Computing, field: string): boolean {
  return !formula || formula.fields.length === 0 || formula.fields.includes(field);
}

/** Whether a formula can compute a field of the point. */
export function serves(formula: Computing, attributes: readonly Attribute[]): boolean {
  return attributes.some((a) => computes(formula, a.name));
}

/** The field of a rule after its formula was chosen: the one that it had, else the main one, else the first computed. */
export function fieldFor(
  formula: Computing,
  field: string | undefined,
  attributes: readonly Attribute[],
  main: string,
): string {
  if (field && computes(formula, field)) return field;
  if (formula?.fields.includes(main)) return main;
  return formula?.fields.find((name) => attributes.some((a) => a.name === name)) ?? '';
}
