import type { components } from '@/api/schema.gen';
import type { Ground } from '@/entities/chart/ground';

type Engineering = components['schemas']['PointEngineering'];

/**
 * groundOf returns the background of a profile at a time: the strata, the excavation stage reached (the final depth if
 * no stage is dated), and depths of interest. Null if nothing is known.
 */
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
