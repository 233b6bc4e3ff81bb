import type { EventMark } from '@/entities/chart/event-marks';
import { mergeDetail } from '@/entities/chart/gaps';
import type { ProcessSeries } from '@/entities/chart/process-chart';
import { type NodeTexts, nodeName, placeKey } from './node-name';
import type { FieldInfo, MarkData, PointState, SeriesAnswer, SeriesData } from './types';

/**
 * nameOf names a curve: the field, and the name of its node if any; the node alone if all curves are of one field.
 */
export function nameOf(
  { node, depth, old }: Pick<SeriesData, 'node' | 'depth' | 'old'>,
  field: FieldInfo,
  t: NodeTexts,
  oneField = false,
): string {
  if (depth === null && node === 0) return field.label;
  const name = nodeName({ no: node, depth, old }, t);
  return oneField ? name : `${field.label} ${name}`;
}

/** The curve that statistics and explanation describe: the one named in the header, else the one farthest from zero. */
export function mainSeries(
  series: readonly SeriesData[],
  { field, node }: Pick<PointState, 'field' | 'node'>,
): SeriesData | undefined {
  const named = series.find((one) => one.field === field?.name && one.node === (node?.no ?? 0));
  if (named) return named;
  const [first] = series;
  const size = (one: SeriesData) => Math.abs(one.samples.at(-1)?.[1] ?? 0);
  return series
    .filter((one) => one.field === first?.field)
    .reduce<SeriesData | undefined>((worst, one) => (worst && size(worst) >= size(one) ? worst : one), undefined);
}

/** unitOf is the unit of a value type of a field: a rate is a unit a day. */
export function unitOf(field: FieldInfo, valueType: string): string {
  return valueType === 'rate' && field.unit !== '' ? `${field.unit}/d` : field.unit;
}

const winds = ['windDir', 'windMeanDir'];

/** isBearing reports whether values are directions of 0 to 360°; their changes and rates are not. */
export const isBearing = (field: string, valueType: string) =>
  [...winds, 'azi'].includes(field) && (valueType === 'observed' || valueType === 'accumulated');

/** curves converts series of the server to curves of the chart, with the detail of a zoomed range merged in. */
export function curves(
  answer: SeriesAnswer,
  detail: SeriesAnswer | null,
  valueType: string,
  t: NodeTexts,
  dashed: ReadonlySet<string>,
): ProcessSeries[] {
  return answer.series.flatMap((series) => {
    const field = answer.fields.find((f) => f.name === series.field);
    if (!field) return [];
    const same = ({ field, node, depth }: SeriesData) =>
      field === series.field && node === series.node && depth === series.depth;
    const fine = detail?.series.find(same);
    return [
      {
        key: `${series.field}:${placeKey(series)}`,
        name: nameOf(series, field, t, answer.fields.length === 1),
        unit: unitOf(field, valueType),
        decimals: field.decimals,
        samples: fine && detail ? mergeDetail(series.samples, fine.samples, detail.start, detail.end) : series.samples,
        gaps: series.gaps,
        abnormal: series.abnormal,
        flags: fine ? new Map([...series.flags, ...fine.flags]) : series.flags,
        ranges: answer.ranges,
        dashed: dashed.has(series.field),
        bars: series.field === 'rain',
        bearing: isBearing(series.field, valueType),
        wind: winds.includes(series.field),
      },
    ];
  });
}

/** marksOf formats the corrections and changes of a point for the chart. */
export function marksOf(marks: readonly MarkData[], word: (kind: string) => string): EventMark[] {
  return marks.map((m) => ({ t: m.t, kind: m.kind, label: word(m.kind), id: m.id }));
}

/** smooth adds a running median of three or a daily mean; the raw curve is kept. */
export function smooth(series: ProcessSeries, how: 'median3' | 'mean24'): ProcessSeries {
  const from = series.samples;
  if (how === 'median3') {
    return {
      ...series,
      samples: from.map((s, i) => {
        const around = [from[i - 1]?.[1], s[1], from[i + 1]?.[1]].filter((v): v is number => typeof v === 'number');
        if (s[1] === null || around.length < 3) return s;
        return [s[0], around.sort((a, b) => a - b)[1] as number] as const;
      }),
    };
  }
  const half = 12 * 3_600_000;
  let low = 0;
  let high = 0;
  let sum = 0;
  let count = 0;
  return {
    ...series,
    samples: from.map(([t, v]) => {
      while (high < from.length && (from[high]?.[0] ?? 0) <= t + half) {
        const one = from[high]?.[1];
        if (typeof one === 'number') {
          sum += one;
          count++;
        }
        high++;
      }
      while (low < high && (from[low]?.[0] ?? 0) < t - half) {
        const one = from[low]?.[1];
        if (typeof one === 'number') {
          sum -= one;
          count--;
        }
        low++;
      }
      return [t, v === null || count === 0 ? null : sum / count] as const;
    }),
  };
}
