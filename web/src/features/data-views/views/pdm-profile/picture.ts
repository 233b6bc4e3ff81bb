import type { components } from '@/api/schema.gen';
import { comparedTimes } from '../../model/compared-times';
import { chordsOf, fitCircle, ringAt, ringNodes, statesOf } from '../../model/ring';
import { chordLines, exaggerationOf, ringDrawing, ringPicture, storedJudge } from '../../model/ring-chart';
import { fullest, maskedOf, outlinesOf } from '../../model/scanned-section';
import { untouched } from '../../picture/gather';
import type { Picture } from '../../picture/making';
import { ringStatesOf } from '../../picture/ring';

export const picture: Picture = ({ request, from, context, t }) => {
  const state = untouched(request);
  const { point, fields, configs } = from.known(request.view);
  const times = comparedTimes(from.times(), state, point.interval);
  if (times.current === null) return [];
  const layout = from.version<components['schemas']['PointProcessor']>('processor', times.current)?.ring;
  const at = ringStatesOf(from, times.current, false);
  const now = at(times.current);
  if (!now) return [];
  const nodes = ringAt(now, null);
  const thresholds = from.thresholds();
  const stored = new Map(ringNodes(now.changes).map((one) => [one.no, one.values.convergence ?? null]));
  const chords = chordsOf(
    layout,
    ringNodes(now.observed).map((one) => one.no),
  );
  const all = statesOf(times.curves, at, null);
  const before = fullest([...all, { nodes }]).map((one) => one.before);
  const most = Math.max(0, ...nodes.map((one) => Math.abs(one.radial)));
  const drawing = ringDrawing(
    {
      states: all,
      count: ringNodes(now.observed).length,
      lines: chordLines(chords, nodes, [], (no) => stored.get(no) ?? null, thresholds),
      shown: [],
      scale: exaggerationOf(null, most, fitCircle(before).radius),
      design: layout?.radius ?? 0,
      open: layout?.open ?? false,
      field: fields.find((one) => one.name === 'radial'),
      section: { ...outlinesOf(layout, before), masked: maskedOf(now, nodes) },
      judge: storedJudge(nodes, thresholds),
    },
    state,
    t,
  );
  if (!drawing) return [];
  const side = Math.min(request.width, request.height);
  return [
    {
      option: ringPicture(drawing, configs, context),
      left: (request.width - side) / 2 / request.width,
      size: () => ({ width: side, height: side }),
    },
  ];
};
