import { untouched } from '../../picture/gather';
import { drawProcess, type Picture, whole } from '../../picture/making';
import { lineNodes, linesRecipe } from './model';

export const picture: Picture = (making) => {
  const { request, from } = making;
  const known = from.known(request.view);
  const latest = known.point.time === null ? null : from.reading(known.point.time, ['observed'], ['temp']);
  const nodes = lineNodes(latest?.nodes ?? [], untouched(request).nodes);
  return whole(drawProcess(making, known, linesRecipe(nodes)).option);
};
