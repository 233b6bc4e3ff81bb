import type { components } from '@/api/schema.gen';
import { untouched } from '../../picture/gather';
import { drawProcess, type Picture, whole } from '../../picture/making';
import { angleChoices, chordChoices, nodesShown, quantityOf, sectionRecipe } from './model';

export const picture: Picture = (making) => {
  const { request, from, t } = making;
  const state = untouched(request);
  const known = from.known(request.view);
  const { point } = known;
  const quantity = quantityOf(state);
  const { time } = point;
  const angles = time === null ? [] : angleChoices(from.reading(time, ['observed'], ['x', 'y']), t);
  const layout =
    time === null ? undefined : from.version<components['schemas']['PointProcessor']>('processor', time)?.ring;
  const all = angles.map((one) => one.no);
  const choices = quantity === 'convergence' ? chordChoices(layout, all) : angles;
  const nodes = nodesShown(quantity, state, choices, time === null ? null : from.reading(time));
  return whole(drawProcess(making, known, sectionRecipe(point, quantity, nodes, choices, state, t)).option);
};
