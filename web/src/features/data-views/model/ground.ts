import type { components } from '@/api/schema.gen';
import type { Ground } from '@/entities/chart/ground';

type Engineering = components['schemas']['PointEngineering'];

/** groundOf is what a profile is drawn on at a time: the layers, the stage that the excavation had reached then (its
 *  final depth where no stage is dated), and the depths of interest. Null where nothing of it is known. */
export function groundOf(engineering: Engineering, time: number, excavation: string): Ground | null {
  const reached = (engineering.stages ?? [])
    .filter((stage) => stage.date > 0 && stage.date <= time)
    .sort((a, b) => b.depth - a.depth)[0];
  const dated = (engineering.stages ?? []).some((stage) => stage.date > 0);
  const final = !dated && engineering.pitDepthH ? [{ name: excavation, depth: engineering.pitDepthH }] : [];
  const levels = [
    ...(reached ? [{ name: reached.name, depth: reached.depth }] : final),
    ...(engineering.marks ?? []).map(({ name, depth }) => ({ name, depth })),
  ];
  const layers = [...(engineering.soilLayers ?? [])].sort((a, b) => a.from - b.from);
  return layers.length + levels.length > 0 ? { layers, levels } : null;
}
