import type { ProfileChart, ProfileCurve, ProfilePlot } from '@/entities/chart/profile-plot';
import { type CasingTermName, casingTerms } from '@/entities/correction/correction-text';
import type { CasingChart } from '../../model/casing';
import { deviation, mostScatter, type Survey } from '../../model/surveys';
import type { CasingQuality } from '../../queries/casing';

export interface QualityWords {
  depth: string;
  before: string;
  after: string;
  survey: string;
  base: string;
  difference: string;
  estimate: string;
  checksum: string;
  mean: string;
  zone: string;
  digit: string;
  /** Names of the axes of results. */
  axes: readonly [string, string];
  strip: (axis: string) => string;
}

type Row = CasingQuality['rows'][number];

/** qualityChart draws the change with and without the errors, the checksums, or the differences that are fitted. */
export function qualityChart(quality: CasingQuality, chart: CasingChart, words: QualityWords): ProfileChart {
  const sides = ['A', 'B'] as const;
  const made = sides.map((axis, i) => {
    const name = words.axes[i] as string;
    if (chart === 'profile') return profilePlot(quality, axis, name, words);
    return chart === 'checksum' ? checksumPlot(quality, axis, words) : differencePlot(quality, axis, words);
  });
  return {
    plots: made.filter(({ curves }) => curves.some(({ nodes }) => nodes.some(({ value }) => value !== null))),
    depthName: words.depth,
    showThresholds: false,
    picked: null,
    shaded: chart === 'checksum' ? null : { from: quality.zone, to: quality.to, name: words.zone },
    strip:
      chart === 'profile'
        ? {
            ...{ name: words.strip('A'), limit: mostScatter },
            nodes: quality.survey.nodes.map((node) => ({
              ...{ no: node.no, depth: node.depth },
              value: deviation(quality.survey, node, 'a'),
            })),
          }
        : null,
  };
}

type Axis = 'A' | 'B';

const plotOf = (name: string, unit: string, decimals: number, curves: readonly ProfileCurve[]): ProfilePlot => ({
  ...{ name, unit, decimals, curves, thresholds: [] },
});

function curve(rows: readonly Row[], t: number, name: string, value: (row: Row) => number | null, dashed = false) {
  return { t, name, dashed, nodes: rows.map((row) => ({ no: row.no, depth: row.depth, value: value(row) })) };
}

function profilePlot({ rows, survey, base }: CasingQuality, axis: Axis, name: string, words: QualityWords) {
  const [before, after] = axis === 'A' ? (['beforeX', 'afterX'] as const) : (['beforeY', 'afterY'] as const);
  return plotOf(name, 'mm', 2, [
    curve(rows, base.time, words.before, (row) => row[before]),
    curve(rows, survey.time, words.after, (row) => row[after], true),
  ]);
}

function checksumPlot({ survey, base }: CasingQuality, axis: Axis, words: QualityWords): ProfilePlot {
  const of = (one: Survey, name: string) => ({
    ...{ t: one.time, name },
    nodes: one.nodes.flatMap(({ no, depth, checksumA, checksumB }) =>
      no > 0 ? [{ no, depth, value: axis === 'A' ? checksumA : checksumB }] : [],
    ),
  });
  const { mean } = survey[axis === 'A' ? 'a' : 'b'];
  return {
    ...plotOf(`${words.checksum} ${axis}`, words.digit, 0, [of(base, words.base), of(survey, words.survey)]),
    references:
      mean === null
        ? []
        : [
            { value: mean - mostScatter, name: '' },
            { value: mean, name: words.mean },
            { value: mean + mostScatter, name: '' },
          ],
  };
}

function differencePlot({ rows, survey, base }: CasingQuality, axis: Axis, words: QualityWords): ProfilePlot {
  const [difference, off] = axis === 'A' ? (['differenceA', 'offA'] as const) : (['differenceB', 'offB'] as const);
  const read = rows.filter(({ no }) => no > 0);
  return plotOf(`${words.difference} ${axis}`, words.digit, 1, [
    curve(read, base.time, words.difference, (row) => row[difference]),
    curve(read, survey.time, words.estimate, (row) => (row[difference] === null ? null : row[off]), true),
  ]);
}

/** correctionOf takes the estimated errors out of the survey. Each has the decimals with which it is shown. */
export function correctionValues(values: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const known = casingTerms[name as CasingTermName];
      return [name, Number(value.toFixed(known ? known.decimals : 3))];
    }),
  );
}

/** What an effect at the free end says: a value with its standard error. */
export interface Effect {
  value: number | null;
  error: number | null;
}

/** effectsOf are the effects along x and y. */
export const effectsOf = ({ x, y, errorX, errorY }: CasingQuality['effect']): readonly [Effect, Effect] => [
  { value: x, error: errorX },
  { value: y, error: errorY },
];

/** qualityRows is every node as a row of a table: what was read, and what comes of it. */
export function qualityRows({ rows, survey }: CasingQuality): (number | null)[][] {
  const read = new Map(survey.nodes.map((node) => [node.no, node]));
  return rows.map((row) => {
    const node = read.get(row.no);
    return [
      ...[row.depth, ...(node?.readings ?? [null, null, null, null]), node?.checksumA ?? null, node?.checksumB ?? null],
      ...[row.differenceA, row.offA, row.differenceB, row.offB],
      ...[row.beforeX, row.afterX, row.beforeY, row.afterY],
    ];
  });
}
