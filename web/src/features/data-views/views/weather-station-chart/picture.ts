import { windRose } from '@/entities/chart/wind-rose';
import { untouched } from '../../picture/gather';
import { drawProcess, type Picture, whole } from '../../picture/making';
import { hasWind, roseRange, weatherRecipe } from './model';

/** The wind rose takes the same share of the width as on the screen. */
const roseShare = 0.36;

export const picture: Picture = (making) => {
  const { request, from, context, t } = making;
  const known = from.known(request.view);
  const recipe = weatherRecipe(known.fields, untouched(request));
  const { option } = drawProcess(making, known, recipe);
  if (!hasWind(recipe)) return whole(option);
  const names = { shareName: t('weather.share'), calmName: t('weather.calm') };
  return [
    { option, left: 0, size: ({ width, height }) => ({ width: Math.floor(width * (1 - roseShare)), height }) },
    {
      option: windRose({ ...from.windRose(roseRange(request)), ...names }, context),
      left: 1 - roseShare,
      size: ({ width, height }) => ({ width: Math.floor(width * roseShare), height: Math.min(height, width * 0.4) }),
    },
  ];
};
