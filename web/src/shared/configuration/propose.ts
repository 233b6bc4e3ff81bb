import type { Attribute, SystemFormula } from '@/api/catalogue';
import type { components } from '@/api/schema.gen';

type Rule = components['schemas']['PointFormula']['rules'][number];
type Input = Pick<components['schemas']['PointInput'], 'name' | 'unit'>;

/**
 * The rules that type and units suggest: a field that is sent under its own name, or the one field with the unit of
 * the main one, is taken as it is; else the system formula for the category whose inputs all come. Empty: none fits.
 */
export function proposeRules(
  attributes: readonly Attribute[],
  mainField: string,
  inputs: readonly Input[],
  formulas: readonly SystemFormula[],
  category: string,
): Rule[] {
  const own = inputs.filter((one) => !one.name.includes('.'));
  const same = attributes.filter(
    (a) => a.valueTypes.length > 0 && own.some((one) => one.name === a.name && one.unit === a.unit),
  );
  if (same.length > 0) return same.map((a) => direct(a.name, a.name));
  const main = attributes.find((a) => a.name === mainField);
  const fitting = main?.unit ? own.filter((one) => one.unit === main.unit) : [];
  if (main && fitting.length === 1 && fitting[0]) return [direct(main.name, fitting[0].name)];
  const names = new Set(own.map((one) => one.name));
  const found = formulas.find(
    (f) =>
      f.types.includes(category) &&
      f.inputs.some((one) => one.required) &&
      f.inputs.every((one) => !one.required || (!one.role && names.has(one.field))),
  );
  return found && main ? [{ computedField: main.name, formulaType: 'SYSTEM_FORMULA', sysFormula: found.code }] : [];
}

function direct(field: string, from: string): Rule {
  return { computedField: field, formulaType: 'SYSTEM_FORMULA', sysFormula: 'DIRECT', options: { field: from } };
}
