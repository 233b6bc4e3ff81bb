import { drawProcess, type Picture, whole } from '../../picture/making';
import { sectionRecipe } from './model';

export const picture: Picture = (making) => {
  const known = making.from.known(making.request.view);
  const { point, fields } = known;
  const latest = point.time === null ? null : making.from.reading(point.time);
  return whole(drawProcess(making, known, sectionRecipe(point, fields, latest)).option);
};
