import { groundOf } from '../../model/ground';
import { profileLook, profilePicture, profilePlots } from '../../model/profile';
import { surveyTimes } from '../../model/surveys';
import { untouched } from '../../picture/gather';
import { type Picture, whole } from '../../picture/making';
import { changeRows, checksumStrip, surveyConfigs, surveyFields } from './model';

export const picture: Picture = ({ request, from, context, t }) => {
  const state = untouched(request);
  const known = from.known(request.view);
  const fields = surveyFields(known.fields, 'accumulated');
  const configs = surveyConfigs(known.configs);
  const { surveys, times } = surveyTimes(from.surveys(), state);
  const readings = changeRows(surveys, 'accumulated', known.point.noInitial);
  const look = profileLook(fields, configs, state);
  const reference = { end: look.end, base: null };
  const thresholds = from.thresholds();
  const plots = profilePlots({ look, times: times.curves, readings, fields, configs, reference, thresholds }, t);
  const current = surveys.find(({ time }) => time === times.current);
  const strip = checksumStrip(current, state, (axis) => t('survey.strip', { axis }));
  const { curves, current: now } = times;
  const engineering = now === null || curves.length === 0 ? undefined : from.engineering(now);
  const ground = engineering && now !== null ? groundOf(engineering, now, t('profile.excavation')) : null;
  return whole(profilePicture({ plots, ground, strip }, null, state, configs, context, t));
};
