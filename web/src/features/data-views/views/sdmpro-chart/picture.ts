import { nodeName } from '../../model/node-name';
import { processPicture } from '../../model/process-picture';
import { untouched } from '../../picture/gather';
import { type Picture, whole } from '../../picture/making';
import { comparedField, comparedFields, nodeShown, partsOf, resultsOf } from './model';

export const picture: Picture = ({ request, from, context, t }) => {
  const state = untouched(request);
  const { point, fields, configs } = from.known(request.view);
  const compared = comparedField(comparedFields(fields), state);
  const latest = point.time === null ? null : from.reading(point.time);
  const node = compared && nodeShown(state, latest, compared.field.name);
  if (!compared || node === null || node === undefined) return [];
  const { name } = compared.field;
  const answer = from.series([name], [node], point.noInitial ? 'observed' : 'accumulated', true);
  const samples = [
    answer,
    from.series([name], [node], 'observed', true),
    from.series([compared.raw], [node], 'raw', true),
  ].map((one) => one.series[0]?.samples ?? []);
  const [platform = [], observed = [], raw = []] = samples;
  const row = latest?.nodes.find((one) => one.no === node);
  const decimals = configs.decimals ?? compared.field.decimals;
  const results = resultsOf(platform, observed, raw, null);
  const parts = partsOf(results, answer, compared, row ? nodeName(row, t) : '', decimals, t);
  return whole(processPicture(parts, answer, state, configs, context, t));
};
