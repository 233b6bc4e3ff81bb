import { comparedTimes } from '../../model/compared-times';
import type { ReadingRow } from '../../model/types';
import { untouched } from '../../picture/gather';
import { type Picture, whole } from '../../picture/making';
import { type LineReference, limitsOf, lineCurves, lineLook, settlementPicture, wantedFields } from './model';

export const picture: Picture = ({ request, from, context, t }) => {
  const state = untouched(request);
  const { point, fields, configs } = from.known(request.view);
  const look = lineLook(point, fields, state);
  if (!look) return [];
  const times = comparedTimes(from.times(), state, point.interval);
  const readings = new Map<number, ReadingRow>();
  for (const time of times.curves) {
    const reading = from.reading(time, [look.type, 'observed'], wantedFields(look, fields));
    if (reading) readings.set(reading.t, reading);
  }
  const reference: LineReference = { base: null, boundary: null, stored: 'near', survey: null, rise: () => null };
  const curves = lineCurves({ look, times: times.curves, readings, reference });
  const limits = limitsOf(look, reference, from.thresholds());
  const chainage = times.current === null ? undefined : from.engineering(times.current)?.chainage;
  return whole(settlementPicture({ look, curves, limits, chainage, picked: null }, state, configs, context, t));
};
