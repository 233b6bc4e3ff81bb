import { useQuery } from '@tanstack/react-query';
import { measurementsQuery, systemFormulasQuery, useAttributes } from '@/api/catalogue';
import { proposeRules } from '@/shared/configuration/propose';
import { useFormulaInputs } from '@/shared/configuration/queries';
import type { Chain } from './queries';

function useMainField(chain: Chain) {
  const { data: measurements = [] } = useQuery(measurementsQuery);
  return measurements.find((one) => one.code === chain.point?.measurement)?.mainField ?? '';
}

/** The formula of the point, or what type, units and the fields that came suggest. */
export function useProposedRules(chain: Chain) {
  const { point } = chain;
  const attributes = useAttributes(point?.measurement ?? '');
  const mainField = useMainField(chain);
  const { data: formulas = [] } = useQuery(systemFormulasQuery);
  const { data: inputs = [] } = useFormulaInputs(chain.owner.structureId, chain.owner.id);
  const came = inputs.filter((one) => one.time > 0);
  const offered = came.length > 0 ? came : inputs;
  const rules = chain.formula?.rules.length
    ? chain.formula.rules
    : proposeRules(attributes, mainField, offered, formulas, point?.category ?? '');
  return { attributes, formulas, offered, rules };
}

/** What is judged first: the main field, as the change since the initial value where it has one. */
export function useJudgedField(chain: Chain) {
  const attributes = useAttributes(chain.point?.measurement ?? '');
  const mainField = useMainField(chain);
  const attribute = attributes.find((one) => one.name === mainField) ?? attributes[0];
  const valueType = attribute?.valueTypes.includes('accumulated') ? 'accumulated' : 'observed';
  return { attribute, valueType } as const;
}
