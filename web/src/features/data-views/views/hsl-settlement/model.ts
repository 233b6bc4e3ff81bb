import type { ChartContext } from '@/entities/chart/chart-words';
import { processLine } from '@/entities/chart/process-line';
import type { Threshold } from '@/entities/chart/threshold-lines';
import { isOutside, type LevelLine, type LineReading, relativeTo, vesselSeries } from '../../model/level-line';
import { marksOf } from '../../model/process-model';
import type { ViewTexts } from '../../model/process-picture';
import { thresholdOf } from '../../model/profile-rows';
import type { ValueType } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import type { Along } from './along';

/** Longest range whose readings are all drawn, ms: 30 days. */
export const longestLines = 30 * 24 * 3_600_000;

const types: readonly ValueType[] = ['accumulated', 'observed', 'change', 'rate'];

export interface LineLook {
  valueType: ValueType;
  types: readonly ValueType[];
  unit: string;
  decimals: number;
  /** Index of the vessel taken as the reference in the view; -1: as stored. */
  reference: number;
  /** Limits are of the stored values: none with another reference or base. */
  threshold: Threshold | null;
  showsTemp: boolean;
  showsLines: boolean;
}

/** lineLook returns what the view of a line shows. */
export function lineLook(
  line: Pick<LevelLine, 'vessels'> | undefined,
  thresholds: readonly Threshold[],
  state: Pick<ViewState, 'type' | 'end' | 'base' | 'right' | 'hidden'>,
): LineLook {
  const valueType = types.find((one) => one === state.type) ?? 'accumulated';
  const reference = line?.vessels.findIndex(({ id }) => String(id) === state.end) ?? -1;
  const stored = reference < 0 && (valueType !== 'accumulated' || state.base === null);
  return {
    ...{ valueType, types, reference, decimals: 2 },
    unit: valueType === 'rate' ? 'mm/d' : 'mm',
    threshold:
      stored && valueType !== 'change' && !state.hidden.includes('thresholds')
        ? thresholdOf(thresholds, 'settlement', valueType)
        : null,
    showsTemp: state.right === 'temp',
    showsLines: !state.hidden.includes('lines'),
  };
}

/** alongOf is the settlement along the line at the times of the curves, the current one last. */
export function alongOf(
  { vessels }: LevelLine,
  readings: ReadonlyMap<number, LineReading>,
  times: readonly number[],
  look: LineLook,
  t: ViewTexts,
): Along {
  const shown = times.flatMap((time) => readings.get(time) ?? []);
  return {
    names: vessels.map(({ name }) => name),
    reference: look.reference < 0 ? vessels.findIndex((one) => one.reference) : look.reference,
    axisName: `${t('line.settlement')}·${t(`common:valueType.${look.valueType}`)}`,
    ...{ unit: look.unit, decimals: look.decimals, threshold: look.threshold },
    curves: shown.map((one) => ({
      t: one.t,
      values: relativeTo(one.settlement, look.reference),
      outside: one.level.map(isOutside),
    })),
    temp: look.showsTemp ? (shown.at(-1)?.temp ?? null) : null,
    words: { reference: t('line.reference'), outside: t('line.refill'), temp: t('column.temp') },
  };
}

/** linesPicture draws the settlements of the chosen vessels over time. */
export function linesPicture(
  line: LevelLine,
  chosen: readonly number[],
  look: LineLook,
  { range, window, interval }: { range: readonly [number, number]; window: ViewState['window']; interval: number },
  context: ChartContext,
  t: ViewTexts,
) {
  const { unit, decimals, reference } = look;
  return processLine(
    {
      plots: [
        {
          axisName: `${t('line.settlement')}·${t(`common:valueType.${look.valueType}`)}`,
          series: vesselSeries(line, chosen, { reference, interval, unit, decimals }),
          threshold: null, // drawn along the line; here they would flatten the curves
          level: null,
        },
      ],
      range,
      marks: marksOf(line.marks, (kind) => t(`mark.${kind as 'shift'}`, { defaultValue: kind })),
      ...{ showThresholds: true, showMarks: true, showGaps: true, showAbnormal: false, window },
    },
    context,
  );
}
