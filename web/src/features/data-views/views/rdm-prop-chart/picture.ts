import { untouched } from '../../picture/gather';
import { drawProcess, type Picture, whole } from '../../picture/making';
import { surveyRecipe } from './model';

export const picture: Picture = (making) => {
  const { request, from, t } = making;
  const known = from.known(request.view);
  const { time } = known.point;
  const latest = time === null ? null : from.reading(time);
  return whole(drawProcess(making, known, surveyRecipe({ ...known, latest }, untouched(request), t).recipe).option);
};
