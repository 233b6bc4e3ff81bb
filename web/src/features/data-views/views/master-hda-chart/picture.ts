import { masterAnswer, masterParts } from '../../model/master';
import { processPicture, valueTypeOf } from '../../model/process-picture';
import { untouched } from '../../picture/gather';
import { type Picture, whole } from '../../picture/making';
import { masterRecipe } from './model';

export const picture: Picture = ({ request, from, context, t }) => {
  const { point, fields, configs } = from.known(request.view);
  const state = untouched(request);
  const recipe = masterRecipe(point, fields, configs, state);
  const valueType = valueTypeOf(recipe, null, configs);
  const master = masterAnswer(from.master(recipe.fields, valueType), from.points(), from.say);
  if (!master) return [];
  const parts = masterParts({ master, detail: null, chosen: [], valueType, point, configs }, t);
  return whole(processPicture(parts, master.answer, state, configs, context, t));
};
