import { masterAnswer, masterParts } from '../../model/master';
import { processPicture, valueTypeOf } from '../../model/process-picture';
import { untouched } from '../../picture/gather';
import { notesOn, type Picture, whole } from '../../picture/making';
import { masterRecipe } from './model';

export const picture: Picture = (making) => {
  const { request, from, context, t } = making;
  const { point, fields, configs } = from.known(request.view);
  const state = untouched(request);
  const recipe = masterRecipe(point, fields, configs, state);
  const valueType = valueTypeOf(recipe, null, configs);
  const master = masterAnswer(from.master(recipe.fields, valueType), from.points(), from.say);
  if (!master) return [];
  const parts = masterParts({ master, detail: null, chosen: [], valueType, point, configs }, t);
  const ids = [...new Set([point.id, ...master.slaves.map((one) => one.id)])];
  const notes = notesOn(making, ids, point);
  return whole(processPicture(parts, { ...master.answer, notes }, state, configs, context, t));
};
