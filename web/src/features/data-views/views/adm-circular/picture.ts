import type { components } from '@/api/schema.gen';
import { comparedTimes } from '../../model/compared-times';
import { chordsOf, ringNodes, statesOf } from '../../model/ring';
import { chordLines, exaggerationOf, ringDrawing, ringPicture } from '../../model/ring-chart';
import { untouched } from '../../picture/gather';
import type { Picture } from '../../picture/making';
import { ringStatesOf } from '../../picture/ring';

export const picture: Picture = ({ request, from, context, t }) => {
  const state = untouched(request);
  const { point, fields, configs } = from.known(request.view);
  const times = comparedTimes(from.times(), state, point.interval);
  if (times.current === null) return [];
  const layout = from.version<components['schemas']['PointProcessor']>('processor', times.current)?.ring;
  const at = ringStatesOf(from, times.current, layout?.open ?? false);
  const states = statesOf(times.curves, at, null);
  const nodes = states.at(-1)?.nodes ?? [];
  const changes = at(times.current)?.changes;
  const stored = new Map(changes && ringNodes(changes).map((one) => [one.no, one.values.convergence ?? null]));
  const chords = chordsOf(
    layout,
    nodes.map((one) => one.no),
  );
  const lines = chordLines(chords, nodes, [], (no) => stored.get(no) ?? null, from.thresholds());
  const most = Math.max(0, ...nodes.map((one) => Math.abs(one.radial)));
  const design = layout?.radius ?? 0;
  const field = fields.find((one) => one.name === 'radial');
  const radius = design || Math.hypot(...(nodes[0]?.before ?? [1, 0]));
  const scale = exaggerationOf(null, most, radius);
  const drawing = ringDrawing(
    { states, lines, shown: [], scale, design, open: layout?.open ?? false, field },
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
