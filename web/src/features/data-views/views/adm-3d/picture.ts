import { withPalette } from '@/entities/chart/palette';
import { sceneOption } from '@/entities/scene/drawing';
import { namedCamera } from '@/entities/scene/space';
import { comparedTimes } from '../../model/compared-times';
import { frameOf, framesOf } from '../../model/moves';
import type { ReadingRow } from '../../model/types';
import { untouched } from '../../picture/gather';
import { type Picture, whole } from '../../picture/making';
import { markOf, spaceOf, textsOf } from './model';

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
  const decimals = configs.decimals ?? fields.find((one) => one.name === frame.up)?.decimals ?? 2;
  const shape = { frame, base: null, segment: false };
  const scene = spaceOf(times, readings, shape, from.thresholds(), null, decimals);
  const current = times.current === null ? null : (readings.get(times.current) ?? null);
  const camera = namedCamera('usual', markOf(current, frame));
  const { width, height } = request;
  const texts = textsOf(frame, fields, scene.exaggeration, t);
  const look = { ...context, theme: withPalette(context.theme, configs.palette) };
  return whole(sceneOption(scene, texts, camera, { width, height }, look));
};
