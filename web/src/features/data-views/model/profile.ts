import type { ChartConfigs } from '@/entities/chart/chart-settings';
import type { ChartContext } from '@/entities/chart/chart-words';
import type { Ground } from '@/entities/chart/ground';
import { withPalette } from '@/entities/chart/palette';
import { profileChart } from '@/entities/chart/profile';
import { type FixedEnd, perSegment } from '@/entities/chart/profile-nodes';
import type { ProfilePlot } from '@/entities/chart/profile-plot';
import type { ProfileStrip } from '@/entities/chart/profile-strip';
import type { Threshold } from '@/entities/chart/threshold-lines';
import { unitOf } from './process-model';
import { showsThresholds, type ViewTexts } from './process-picture';
import { type Reference, seenNodes } from './profile-rows';
import type { FieldInfo, ReadingRow, ValueType } from './types';
import type { ViewState } from './view-state';

export const modes = ['ab', 'ab-segment', 'segment'] as const;
export type ProfileMode = (typeof modes)[number];
const isMode = (mode: string | null): mode is ProfileMode => (modes as readonly (string | null)[]).includes(mode);

export const profileTypes = ['accumulated', 'change', 'rate'] as const;

/** profileType is what a profile shows: the accumulated change, the change since the reading before, or the rate. */
export const profileType = ({ type }: Pick<ViewState, 'type'>): (typeof profileTypes)[number] =>
  profileTypes.find((one) => one === type) ?? 'accumulated';

/** profileReads are the value types that a profile of one reads. Changes come with what has none, such as temperatures. */
export const profileReads = (type: ValueType): ValueType[] => (type === 'accumulated' ? [type, 'observed'] : [type]);

/** typedFields are fields with the unit of a value type; a rate has a decimal more. */
export function typedFields(fields: readonly FieldInfo[], type: ValueType): FieldInfo[] {
  return fields.map((field) => ({
    ...field,
    unit: unitOf(field, type),
    decimals: type === 'rate' ? field.decimals + 1 : field.decimals,
  }));
}

export interface ProfileLook {
  left: string;
  right: string;
  biaxial: boolean;
  /** The default mode. */
  usual: ProfileMode;
  mode: ProfileMode;
  directions: { value: string; label: string }[];
  direction: string;
  end: FixedEnd;
}

/** profileLook returns what a profile shows: which fields, and from which end. */
export function profileLook(
  fields: readonly FieldInfo[],
  configs: ChartConfigs,
  state: Pick<ViewState, 'mode' | 'direction' | 'end'>,
): ProfileLook {
  const left = configs.profileChart1LMetric || 'x';
  const right = configs.profileChart1RMetric || 'y';
  const biaxial = fields.some((f) => f.name === right);
  // The second plot is the one set for the point, otherwise the change per segment.
  const usual = biaxial && configs.profileChart1RMetric ? 'ab' : 'segment';
  const mode = biaxial && isMode(state.mode) ? state.mode : usual;
  const directions = [...new Set([left, right, 'res'])].flatMap((name) => {
    const info = fields.find((f) => f.name === name);
    return info ? [{ value: name, label: info.label }] : [];
  });
  const direction = directions.find((one) => one.value === state.direction)?.value ?? left;
  const end = state.end === 'top' || state.end === 'bottom' ? state.end : 'stored';
  return { left, right, biaxial, usual, mode, directions, direction, end };
}

interface Source {
  look: ProfileLook;
  /** Times of the curves. */
  times: readonly number[];
  readings: ReadonlyMap<number, ReadingRow>;
  fields: readonly FieldInfo[];
  configs: ChartConfigs;
  reference: Reference;
  thresholds: readonly Threshold[];
  /** What the readings are of; accumulated changes unless given. */
  valueType?: ValueType;
}

/** profilePlots makes the two plots of the readings. Plots with another reference have no limits. */
export function profilePlots(
  { look, times, readings, fields, configs, reference, thresholds, valueType = 'accumulated' }: Source,
  t: ViewTexts,
): ProfilePlot[] {
  const relative = reference.end !== 'stored' || reference.base !== null;
  const plot = (field: string, segment: boolean): ProfilePlot => {
    const info = fields.find((f) => f.name === field);
    return {
      name: segment ? t('profile.segmentOf', { field: info?.label ?? field }) : (info?.label ?? field),
      unit: info?.unit ?? 'mm',
      decimals: configs.decimals ?? info?.decimals ?? 2,
      thresholds:
        segment || relative
          ? []
          : thresholds.filter((one) => one.enable && one.field === field && one.valueType === valueType),
      curves: times.flatMap((one) => {
        const reading = readings.get(one);
        if (!reading) return [];
        const nodes = seenNodes(reading, field, reference);
        return [{ t: one, nodes: segment ? perSegment(nodes) : nodes }];
      }),
    };
  };
  if (look.mode === 'segment') return [plot(look.direction, false), plot(look.direction, true)];
  const segments = look.mode === 'ab-segment';
  return [plot(look.left, segments), plot(look.right, segments)];
}

/** What a profile draws. */
export interface DrawnProfile {
  plots: readonly ProfilePlot[];
  ground: Ground | null;
  /** Qualities of the stations at the right. */
  strip?: ProfileStrip | null;
}

/** profilePicture is the chart of a profile view. */
export function profilePicture(
  { plots, ground, strip = null }: DrawnProfile,
  picked: number | null,
  { hidden }: Pick<ViewState, 'hidden'>,
  configs: ChartConfigs,
  context: ChartContext,
  t: ViewTexts,
) {
  return profileChart(
    {
      plots,
      depthName: t('profile.depth'),
      showThresholds: showsThresholds(hidden, configs),
      picked,
      strip,
      ground: hidden.includes('ground') ? null : ground,
      ends: { min: configs.yMin ?? null, max: configs.yMax ?? null },
      upwards: configs.reverseDepth === false,
    },
    { ...context, theme: withPalette(context.theme, configs.palette) },
  );
}
