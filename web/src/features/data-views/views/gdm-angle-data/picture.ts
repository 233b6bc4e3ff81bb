import { untouched } from '../../picture/gather';
import { drawProcess, type Picture, whole } from '../../picture/making';
import { tiltRecipe } from './model';

export const picture: Picture = (making) => {
  const known = making.from.known(making.request.view);
  const recipe = tiltRecipe(known.point, known.fields, untouched(making.request).fields);
  return whole(drawProcess(making, known, recipe).option);
};
