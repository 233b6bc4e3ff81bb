import { chartTheme } from '@/entities/chart/chart-theme';
import type { ChartContext } from '@/entities/chart/chart-words';
import { processLine } from '@/entities/chart/process-line';
import { svgOf } from '@/entities/chart/svg';
import { formatNumber } from '@/ui/format/number';
import { reportCurve } from './report-curve';

const day = 86_400_000;
const start = Date.UTC(2025, 6, 8);
const context: ChartContext = {
  theme: chartTheme.white,
  zone: 'Asia/Shanghai',
  narrow: false,
  words: {
    level: String,
    gap: String,
    abnormal: String,
    before: '',
    beyond: String,
    time: String,
    number: formatNumber,
    flag: String,
    compass: String,
  },
};
const times = Array.from({ length: 90 }, (_, i) => start + (i < 40 ? i : i + 15) * day);
const values = times.map((_, i) => 3 * Math.sin(i / 9) + i / 30);
const gaps = [{ from: start + 39 * day, to: start + 55 * day }];
const limits = { blue: 4, yellow: 5, orange: null, red: 6 };
const range = [start, start + 105 * day] as const;
const size = { width: 800, height: 360 };

/** The stretches of the curve in a drawing, as shares of its width and height. */
function stretches(svg: string) {
  const of = (text: string) =>
    [...text.matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const path = [...svg.matchAll(/<path d="([^"]+)" fill="none"/g)].map((found) => found[1] ?? '');
  const curve = path.reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  const list = curve.split('M').filter(Boolean).map(of);
  const all = list.flat();
  const [left, right] = [Math.min(...all.map(([x]) => x as number)), Math.max(...all.map(([x]) => x as number))];
  const [top, foot] = [Math.min(...all.map(([, y]) => y as number)), Math.max(...all.map(([, y]) => y as number))];
  return list.map((stretch) =>
    stretch.map(([x, y]) => [((x as number) - left) / (right - left), ((y as number) - top) / (foot - top)]),
  );
}

test('the curve of a report is that of the page, with the same gaps', () => {
  const series = {
    ...{ key: 'level', name: '水位', unit: 'm', decimals: 3, abnormal: [], gaps },
    samples: times.map((t, i) => [t, values[i] as number] as const),
  };
  const threshold = { field: 'level', valueType: 'accumulated' as const, ...limits, enable: true };
  const page = svgOf(
    processLine(
      {
        plots: [{ axisName: '水位', series: [series], threshold, level: 0 }],
        ...{ range, marks: [], window: null },
        ...{ showThresholds: true, showMarks: true, showGaps: true, showAbnormal: true },
      },
      context,
    ),
    size,
    'zh',
  );
  const report = reportCurve(
    {
      ...{
        point: 'SW-09',
        view: 'process',
        quantity: '水位',
        unit: 'm',
        decimals: 3,
        zone: context.zone,
        language: 'zh',
        level: 0,
      },
      ...{ start: range[0], end: range[1], lines: [{ time: 0, x: times, y: values }], gaps, depthName: '' },
      thresholds: [threshold as never],
      ...{ ...size, zoom: 2 },
    },
    context,
  );
  const [shown, printed] = [stretches(page), stretches(report)];
  expect(printed.map((one) => one.length)).toEqual([40, 50]);
  expect(shown.map((one) => one.length)).toEqual([40, 50]);
  const rounding = 0.003; // of pixels, in charts of different heights
  printed.flat().forEach((place, i) => {
    place.forEach((share, axis) => {
      expect(Math.abs(share - (shown.flat()[i]?.[axis] ?? Number.NaN))).toBeLessThan(rounding);
    });
  });
});
