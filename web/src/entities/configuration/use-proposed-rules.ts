import { useQuery } from '@tanstack/react-query';
import { measurementsQuery, systemFormulasQuery, useAttributes } from '@/api/catalog';
import type { Place } from './editor';
import { proposeRules } from './propose';
import { useFormulaInputs } from './queries';

type At = Pick<Place, 'measurement' | 'category' | 'pointId'> & { structureId: number };

/** The rules suggested by a point's type and units, from the received fields, or from those that can arrive. */
export function useProposedRules({ measurement, category, pointId, structureId }: At) {
  const attributes = useAttributes(measurement);
  const { data: measurements = [] } = useQuery(measurementsQuery);
  const { data: formulas = [] } = useQuery(systemFormulasQuery);
  const { data: inputs = [] } = useFormulaInputs(structureId, pointId);
  const mainField = measurements.find((one) => one.code === measurement)?.mainField ?? '';
  const came = inputs.filter((one) => one.time > 0);
  const offered = came.length > 0 ? came : inputs;
  return { attributes, formulas, offered, rules: proposeRules(attributes, mainField, offered, formulas, category) };
}
