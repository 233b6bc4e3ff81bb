import type { components } from '@/api/schema.gen';
import { bearing } from '@/entities/chart/bearing';
import { withPalette } from '@/entities/chart/palette';
import { comparedTimes } from '../../model/compared-times';
import { farthest, frameOf, framesOf, movesOf } from '../../model/moves';
import { nodeName } from '../../model/node-name';
import type { ReadingRow } from '../../model/types';
import { untouched } from '../../picture/gather';
import type { Picture } from '../../picture/making';
import { arrowsOf, limitsOf, planOf } from './model';

export const picture: Picture = ({ request, from, context, t }) => {
  const state = untouched(request);
  const { point, fields, configs } = from.known(request.view);
  const frame = frameOf(framesOf(fields), null);
  if (!frame) return [];
  const times = comparedTimes(from.times(), state, point.interval);
  const readings = new Map<number, ReadingRow>();
  for (const time of times.curves) {
    const reading = from.reading(time);
    if (reading) readings.set(reading.t, reading);
  }
  const current = times.current === null ? undefined : readings.get(times.current);
  const nodes = current ? farthest(movesOf(current, null, frame), 5) : [];
  const label = (move: { no: number; depth: number | null }) => nodeName(move, t);
  const arrows = arrowsOf({ times: times.curves, readings, base: null, nodes, frame, label });
  const thresholds = configs.showThreshold === false ? [] : from.thresholds();
  const limits = limitsOf({ thresholds, frame, ends: arrows, base: state.base });
  const axisAzimuth =
    times.current === null
      ? undefined
      : from.version<components['schemas']['PointProcessor']>('processor', times.current)?.axisAzimuth;
  const plan = planOf({ frame, fields, arrows, track: null, limits, axisAzimuth }, t);
  const option = bearing(plan, { ...context, theme: withPalette(context.theme, configs.palette) });
  // A square plot keeps limits round.
  const side = Math.min(request.width, request.height);
  const left = (request.width - side) / 2 / request.width;
  return [{ option, left, size: () => ({ width: Math.floor(side * 0.94), height: side }) }];
};
