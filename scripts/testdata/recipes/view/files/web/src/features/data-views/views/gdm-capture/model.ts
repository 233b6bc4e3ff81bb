import { typesFrom } from '../../model/main-value';
import type { ProcessRecipe } from '../../model/process-picture';
import { worstNodes } from '../../model/profile-rows';
import type { FieldInfo, PointState, ReadingRow } from '../../model/types';

/** sectionRecipe draws the main field of a section at its three nodes that moved most. */
export function sectionRecipe(
  point: Pick<PointState, 'field' | 'main'>,
  fields: readonly FieldInfo[],
  latest: ReadingRow | null | undefined,
): ProcessRecipe {
  const name = point.field?.name ?? fields[0]?.name ?? '';
  return {
    fields: [name],
    right: [],
    nodes: latest ? worstNodes(latest, name, 3) : [],
    stacked: false,
    types: typesFrom(point.main, { changes: true, rates: true }),
    dashed: [],
  };
}
