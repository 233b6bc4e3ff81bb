import { untouched } from '../../picture/gather';
import { drawProcess, type Picture, whole } from '../../picture/making';
import { manualRecipe } from './model';

export const picture: Picture = (making) => {
  const { request, from, t } = making;
  const known = from.known(request.view);
  const { point, fields, configs } = known;
  const latest = point.time === null ? null : from.reading(point.time);
  const recipe = manualRecipe(point, fields, configs, latest, untouched(request), t);
  return whole(drawProcess(making, known, recipe).option);
};
