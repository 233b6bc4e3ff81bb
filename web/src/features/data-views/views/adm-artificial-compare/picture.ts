import { pairProfile } from '@/entities/chart/pair-profile';
import { withPalette } from '@/entities/chart/palette';
import { untouched } from '../../picture/gather';
import { type Picture, whole } from '../../picture/making';
import { fieldOf, holeOf, holesOf, obstacleOf, profileOf } from './model';

export const picture: Picture = ({ request, from, context, t }) => {
  const state = untouched(request);
  const { point, fields, configs } = from.known(request.view);
  const field = fieldOf(fields, state);
  const hole = holeOf(holesOf(from.points(), point), point, state);
  const found = field && hole && from.manualCompare(hole.id, field.name === 'y' ? 'y' : 'x');
  if (!field || !found || obstacleOf(found)) return [];
  const decimals = configs.decimals ?? field.decimals;
  const profile = profileOf(found, { unit: field.unit, decimals }, null, t);
  return whole(pairProfile(profile, { ...context, theme: withPalette(context.theme, configs.palette) }));
};
