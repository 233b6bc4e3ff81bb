import { untouched } from '../../picture/gather';
import { drawProcess, type Picture, whole } from '../../picture/making';
import { componentOf, componentRecipe, nodesShown } from './model';

export const picture: Picture = (making) => {
  const { request, from, t } = making;
  const state = untouched(request);
  const known = from.known(request.view);
  const { point, fields, configs } = known;
  const name = componentOf(point, fields, configs, state);
  const latest = point.time === null ? null : from.reading(point.time);
  const nodes = nodesShown(state, configs, latest, name);
  return whole(drawProcess(making, known, componentRecipe(point, fields, name, nodes, state, t)).option);
};
