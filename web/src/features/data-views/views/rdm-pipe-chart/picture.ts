import { profilePicture } from '../../model/profile';
import { surveyTimes } from '../../model/surveys';
import { untouched } from '../../picture/gather';
import { type Picture, whole } from '../../picture/making';
import { pipeDirection, pipePlots, pipeRows } from './model';

export const picture: Picture = ({ request, from, context, t }) => {
  const state = untouched(request);
  const { fields, configs } = from.known(request.view);
  const { surveys, times } = surveyTimes(from.surveys(), state);
  const plots = pipePlots(pipeRows(surveys), times.curves, pipeDirection(fields, state), fields, configs, t);
  return whole(profilePicture({ plots, ground: null }, null, state, configs, context, t));
};
