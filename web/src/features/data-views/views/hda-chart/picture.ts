import { untouched } from '../../picture/gather';
import { drawProcess, type Picture, whole } from '../../picture/making';
import { lineRecipe } from './model';

export const picture: Picture = (making) => {
  const known = making.from.known(making.request.view);
  const recipe = lineRecipe(known.point, known.fields, known.configs, untouched(making.request));
  return whole(drawProcess(making, known, recipe).option);
};
