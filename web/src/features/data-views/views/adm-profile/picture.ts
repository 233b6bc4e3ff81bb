import { comparedTimes } from '../../model/compared-times';
import { groundOf } from '../../model/ground';
import { profileLook, profilePicture, profilePlots } from '../../model/profile';
import type { ReadingRow } from '../../model/types';
import { untouched } from '../../picture/gather';
import { type Picture, whole } from '../../picture/making';

export const picture: Picture = ({ request, from, context, t }) => {
  const state = untouched(request);
  const { point, fields, configs } = from.known(request.view);
  const times = comparedTimes(from.times(), state, point.interval);
  const readings = new Map<number, ReadingRow>();
  for (const time of times.curves) {
    const reading = from.reading(time);
    if (reading) readings.set(reading.t, reading);
  }
  const engineering = times.current === null ? undefined : from.engineering(times.current);
  const ground =
    engineering && times.current !== null ? groundOf(engineering, times.current, t('profile.excavation')) : null;
  const look = profileLook(fields, configs, state);
  const reference = { end: look.end, base: null };
  const thresholds = from.thresholds();
  const plots = profilePlots({ look, times: times.curves, readings, fields, configs, reference, thresholds }, t);
  return whole(profilePicture({ plots, ground }, null, state, configs, context, t));
};
