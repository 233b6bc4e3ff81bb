import { planTrace } from '@/entities/chart/plan-trace';
import { local } from '@/entities/map/geodesy';
import { mostInAnswer } from '../../model/whole-series';
import { untouched } from '../../picture/gather';
import type { Picture } from '../../picture/making';
import { curvesOf } from './curves';
import { observedFields, trackOf, usualHdop, usualStep } from './model';

/** The way takes this share of the width, and is nearly square. */
const share = 0.42;
const shape = 0.94;

/** The way in meters around its first fix, next to the curves: a picture has no base map. */
export const picture: Picture = ({ request, from, context, t }) => {
  const { point, fields, configs } = from.known(request.view);
  const computed = observedFields.filter((name) => fields.some((field) => field.name === name));
  const observed = from.series(computed, [], 'observed', false, mostInAnswer);
  const accumulated = from.series(['moved'], [], 'accumulated', false, mostInAnswer);
  const track = trackOf({
    ...{ observed, accumulated, raw: { series: [] }, interval: point.interval },
    ...{ minStep: usualStep, hdopLimit: usualHdop },
  });
  const origin = track.fixes[0];
  const name = (field: string) => fields.find((one) => one.name === field)?.label ?? field;
  const words = { moved: name('moved'), speed: name('speed'), now: '' };
  const { thresholds } = accumulated;
  const curves = curvesOf(
    { track, fields, range: observed, thresholds, point, words },
    untouched(request),
    configs,
    context,
    t,
  );
  const places = track.fixes.map((fix) => {
    const [east, north] = origin ? local(origin, fix) : [0, 0];
    return { t: fix.t, east, north };
  });
  return [
    {
      option: planTrace(
        { points: places, eastName: 'E', northName: 'N', unit: 'm', decimals: 1, level: point.level },
        context,
      ),
      left: 0,
      size: ({ width, height }) => {
        const side = Math.floor(Math.min(width * share, height * shape));
        return { width: side, height: Math.floor(side / shape) };
      },
    },
    { option: curves, left: share, size: ({ width, height }) => ({ width: Math.floor(width * (1 - share)), height }) },
  ];
};
