import { comparedTimes } from '../../model/compared-times';
import { levelLine } from '../../model/level-line';
import type { ViewState } from '../../model/view-state';
import { untouched } from '../../picture/gather';
import { type Picture, whole } from '../../picture/making';
import { alongLine } from './along';
import { alongOf, lineLook } from './model';

export const picture: Picture = ({ request, from, context, t }) => {
  const state: ViewState = untouched(request);
  const { point } = from.known(request.view);
  const all = from.levelLine({ pageSize: 1 });
  const { curves } = comparedTimes(all.times, state, point.interval);
  const line = levelLine(curves.length > 0 ? from.levelLine({ times: curves }) : all, from.points());
  const readings = new Map(line.readings.map((one) => [one.t, one]));
  const look = lineLook(line, from.thresholds(), state);
  return whole(alongLine(alongOf(line, readings, curves, look, t), context));
};
