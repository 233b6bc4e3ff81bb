import { typesFrom } from '../../model/main-value';
import { smooth } from '../../model/process-model';
import type { ProcessRecipe, ViewTexts } from '../../model/process-picture';
import { worstNodes } from '../../model/profile-rows';
import { chordsOf, ringNodes } from '../../model/ring';
import { chordName } from '../../model/ring-chart';
import type { PointState, ReadingRow } from '../../model/types';
import type { ViewState } from '../../model/view-state';

/** What a scanned section shows over time: changes at angles, of chords, or of the whole section. */
export const quantities = ['radial', 'convergence', 'area', 'ovality'] as const;
export type Quantity = (typeof quantities)[number];

export const quantityOf = ({ fields }: Pick<ViewState, 'fields'>): Quantity =>
  quantities.find((one) => one === fields[0]) ?? 'radial';

/** A node to choose, with its name. */
export interface Choice {
  no: number;
  name: string;
}

/** angleChoices are the nodes of a section, named by the angle at which the instrument sees them. */
export function angleChoices(observed: ReadingRow | null | undefined, t: ViewTexts): Choice[] {
  return (observed ? ringNodes(observed) : []).flatMap(({ no, values: { x, y } }) => {
    if (typeof x !== 'number' || typeof y !== 'number') return [];
    const angle = Math.round(((Math.atan2(y, x) * 180) / Math.PI + 360) % 360);
    return [{ no, name: t('data-views:scan.at', { no, angle }) }];
  });
}

/** chordChoices are the chords of a section by their first nodes. */
export function chordChoices(layout: Parameters<typeof chordsOf>[0], nodes: readonly number[]): Choice[] {
  return chordsOf(layout, nodes).map(([from, to]) => ({ no: from, name: chordName({ from, to }) }));
}

const drawn = 5;

/**
 * nodesShown returns the chosen angles or chords, also those that the newest reading lacks; the five that changed most if
 * none is chosen.
 */
export function nodesShown(
  quantity: Quantity,
  { nodes }: Pick<ViewState, 'nodes'>,
  choices: readonly Choice[],
  latest: ReadingRow | null | undefined,
): number[] {
  if (quantity === 'area' || quantity === 'ovality') return [];
  if (nodes.length > 0) return [...nodes];
  const known = (no: number) => choices.some((one) => one.no === no);
  return latest ? worstNodes(latest, quantity, drawn).filter(known) : [];
}

/** sectionRecipe: one quantity of a section over time. */
export function sectionRecipe(
  point: Pick<PointState, 'noInitial'>,
  quantity: Quantity,
  nodes: number[],
  choices: readonly Choice[],
  { mode }: Pick<ViewState, 'mode'>,
  t: ViewTexts,
): ProcessRecipe {
  const single = quantity === 'area' || quantity === 'ovality';
  const main = single && point.noInitial ? 'observed' : 'accumulated';
  return {
    fields: [quantity],
    right: [],
    nodes,
    stacked: false,
    types: single ? typesFrom(main, { changes: true, rates: quantity === 'area' }) : ['accumulated', 'rate'],
    dashed: [],
    refine: (series) =>
      series.map((one) => {
        const choice = choices.find(({ no }) => one.key === `${quantity}:${no}`);
        const named = choice ? { ...one, name: choice.name } : one;
        return mode === 'median3' || mode === 'mean24'
          ? { ...smooth(named, mode), name: `${named.name} ${t(`smooth.${mode}`)}` }
          : named;
      }),
  };
}
