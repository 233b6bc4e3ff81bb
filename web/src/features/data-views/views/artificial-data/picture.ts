import { untouched } from '../../picture/gather';
import { drawProcess, type Picture, whole } from '../../picture/making';
import { lineSlug, manualRecipe } from './model';

export const picture: Picture = (making) => {
  const { request, from, t } = making;
  const { time } = from.known(request.view).point;
  const latest = time === null ? null : from.reading(time);
  const known = from.known(lineSlug(latest));
  const { point, fields, configs } = known;
  const recipe = manualRecipe(point, fields, configs, latest, untouched(request), t);
  return whole(drawProcess(making, known, recipe).option);
};
