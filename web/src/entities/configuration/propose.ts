import type { Attribute, SystemFormula } from '@/api/catalog';
import type { components } from '@/api/schema.gen';

type Rule = components['schemas']['PointFormula']['rules'][number];
type Input = Pick<components['schemas']['PointInput'], 'name' | 'unit'>;

/**
 * The rules suggested by type and units. The main field is used directly if it arrives under its own name or if
 * exactly one field has its unit, otherwise through the system formula of the category that computes it and whose inputs
 * all arrive; other fields are used if they arrive under their own names and the formula does not compute them. Empty: no rule fits the main field.
 */
export function proposeRules(
  attributes: readonly Attribute[],
  mainField: string,
  inputs: readonly Input[],
  formulas: readonly SystemFormula[],
  category: string,
): Rule[] {
  const own = inputs.filter((one) => !one.name.includes('.'));
  const main = attributes.find((a) => a.name === mainField);
  const first = main && mainRule(main, own, formulas, category);
  if (!first) return [];
  const outputs = formulas.find((f) => f.code === first.sysFormula)?.outputs ?? [];
  const others = attributes.filter(
    (a) =>
      a !== main &&
      a.valueTypes.length > 0 &&
      !outputs.includes(a.name) &&
      own.some((one) => one.name === a.name && one.unit === a.unit),
  );
  return [first, ...others.map((a) => direct(a.name, a.name))];
}

function mainRule(
  main: Attribute,
  own: readonly Input[],
  formulas: readonly SystemFormula[],
  category: string,
): Rule | undefined {
  const alike = own.filter((one) => one.unit === main.unit);
  const taken = alike.find((one) => one.name === main.name) ?? (main.unit && alike.length === 1 ? alike[0] : undefined);
  if (taken) return direct(main.name, taken.name);
  const names = new Set(own.map((one) => one.name));
  const found = formulas.find(
    (f) =>
      f.types.includes(category) &&
      (f.fields.length === 0 || f.fields.includes(main.name)) &&
      f.inputs.some((one) => one.required) &&
      f.inputs.every((one) => !one.required || (!one.role && names.has(one.field))),
  );
  return found && { computedField: main.name, formulaType: 'SYSTEM_FORMULA', sysFormula: found.code };
}

function direct(field: string, from: string): Rule {
  return { computedField: field, formulaType: 'SYSTEM_FORMULA', sysFormula: 'DIRECT', options: { field: from } };
}
