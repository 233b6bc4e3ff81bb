import { useAttributes, useMainField } from '@/api/catalog';
import { useProposedRules as usePointProposal } from '@/entities/configuration/use-proposed-rules';
import type { Chain } from './queries';

/** The formula of the point, or the one suggested by type, units and received fields. */
export function useProposedRules(chain: Chain) {
  const proposed = usePointProposal({
    measurement: chain.point?.measurement ?? '',
    category: chain.point?.category ?? '',
    pointId: chain.owner.id,
    structureId: chain.owner.structureId,
  });
  return chain.formula?.rules.length ? { ...proposed, rules: chain.formula.rules } : proposed;
}

/** The field judged first: the main one, as the change from the initial value if it has one. */
export function useJudgedField(chain: Chain) {
  const attributes = useAttributes(chain.point?.measurement ?? '');
  const mainField = useMainField(chain.point?.measurement ?? '');
  const attribute = attributes.find((one) => one.name === mainField) ?? attributes[0];
  const valueType = attribute?.valueTypes.includes('accumulated') ? 'accumulated' : 'observed';
  return { attribute, valueType } as const;
}
