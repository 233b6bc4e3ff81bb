import { profilePicture } from '../../model/profile';
import { surveyTimes } from '../../model/surveys';
import { untouched } from '../../picture/gather';
import { type Picture, whole } from '../../picture/making';
import { pipeDirection, pipePlots, pipeRows } from './model';

export const picture: Picture = ({ request, from, context, t }) => {
  const state = untouched(request);
  const { fields, configs } = from.known(request.view);
  const { surveys, times } = surveyTimes(from.surveys(), state);
  const design = times.current === null ? [] : (from.engineering(times.current)?.designLine ?? []);
  const direction = pipeDirection(fields, state);
  const plots = pipePlots(pipeRows(surveys), times.curves, direction, fields, configs, design, t);
  return whole(profilePicture({ plots, ground: null }, null, state, configs, context, t));
};
