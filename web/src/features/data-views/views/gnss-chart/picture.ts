import { planTrace } from '@/entities/chart/plan-trace';
import { drawProcess, type Picture } from '../../picture/making';
import { positionRecipe, traceOf } from './model';

/** The trace takes the same share of the width as on the screen, and is nearly square. */
const traceShare = 0.36;
const traceShape = 0.94;

export const picture: Picture = (making) => {
  const known = making.from.known(making.request.view);
  const { answer, option } = drawProcess(making, known, positionRecipe('enu'));
  return [
    { option, left: 0, size: ({ width, height }) => ({ width: Math.floor(width * (1 - traceShare)), height }) },
    {
      option: planTrace(traceOf(answer, 'enu', known.point.level), making.context),
      left: 1 - traceShare,
      size: ({ width, height }) => {
        const side = Math.floor(Math.min(width * traceShare, height * traceShape));
        return { width: side, height: Math.floor(side / traceShape) };
      },
    },
  ];
};
