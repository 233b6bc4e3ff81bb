import { pipeTimes } from '../../model/pipe';
import { untouched } from '../../picture/gather';
import type { Picture } from '../../picture/making';
import { drawingOf, pipePlot, type Sight } from './model';

export const picture: Picture = ({ request, from, context, t }) => {
  const { surveys, times } = pipeTimes(from.pipes(), untouched(request));
  const ground = times.current === null ? [] : (from.engineering(times.current)?.groundLine ?? []);
  const plot = (sight: Sight) => pipePlot(drawingOf(surveys, times.curves, sight, null, ground, t), context);
  return [
    {
      ...{ option: plot('plan'), left: 0 },
      // A square plot next to its labels.
      size: ({ width, height }) => {
        const side = Math.min(Math.floor(width / 2) - 16, height);
        return { width: side + 16, height: side };
      },
    },
    { option: plot('section'), left: 0.5, size: ({ width, height }) => ({ width: Math.floor(width / 2), height }) },
  ];
};
