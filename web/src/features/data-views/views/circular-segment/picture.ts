import type { components } from '@/api/schema.gen';
import { comparedTimes } from '../../model/compared-times';
import { ringAt, statesOf } from '../../model/ring';
import { untouched } from '../../picture/gather';
import { type Picture, whole } from '../../picture/making';
import { ringStatesOf } from '../../picture/ring';
import { segmentBars } from './bars';
import { byNumber, decimalsOf, liningOf, movedBy, quantityOf, unitOf } from './model';

export const picture: Picture = ({ request, from, context, t }) => {
  const state = untouched(request);
  const { point, configs } = from.known(request.view);
  const times = comparedTimes(from.times(), state, point.interval);
  if (times.current === null) return [];
  const layout = from.version<components['schemas']['PointProcessor']>('processor', times.current)?.ring;
  const parts = layout?.segments ?? [];
  const at = ringStatesOf(from, times.current, layout?.open ?? false);
  const now = at(times.current);
  if (!now || parts.length === 0) return [];
  const segments = liningOf(parts, ringAt(now, null), layout?.radius ?? 0, layout?.open ?? false);
  const curves = statesOf(times.curves, at, null).map(({ t: time, nodes }) => ({
    t: time,
    moved: movedBy(segments, byNumber(nodes)),
  }));
  const quantity = quantityOf(state.mode);
  const label = t(`lining.${quantity}`);
  const decimals = configs.decimals ?? decimalsOf(quantity);
  const field = { name: quantity, label, unit: unitOf(quantity), decimals, valueTypes: [] };
  return whole(segmentBars({ segments, curves, quantity, field, shown: [] }, configs, context));
};
