import { formatNumber } from '@/ui/format/number';
import { chartTheme } from './chart-theme';
import type { ChartContext } from './chart-words';
import { excerptChart } from './excerpt';
import { planTrace } from './plan-trace';
import { axisOf, type ProcessChart } from './process-chart';
import { processLine } from './process-line';
import { processTooltip } from './process-tooltip';
import { profileChart } from './profile';
import type { Threshold } from './threshold-lines';
import { withoutBrush } from './without-brush';

const hour = 3_600_000;
const start = Date.UTC(2025, 6, 8);
const context: ChartContext = {
  theme: chartTheme.default,
  zone: 'Asia/Shanghai',
  narrow: false,
  words: {
    level: (n) => ['正常', '蓝色', '黄色', '橙色', '红色'][n] ?? '',
    gap: (ms) => `缺测 ${ms / hour} 小时`,
    abnormal: (v) => `异常值 ${v}`,
    before: '此前无数据',
    beyond: (level, value) => `${level} ${value} 在图外`,
    time: (t) => new Date(t + 8 * hour).toISOString().slice(0, 19).replace('T', ' '),
    number: formatNumber,
    flag: (name) => name,
    compass: String,
  },
};
const threshold: Threshold = {
  field: 'level',
  valueType: 'accumulated',
  blue: 0.5,
  yellow: 0.8,
  orange: 1,
  red: 1.5,
  enable: true,
};
const series = {
  key: 'level',
  name: '水位',
  unit: 'm',
  decimals: 3,
  samples: [0, 1, 2, 20, 21].map((h, i) => [start + h * hour, [0.4, -0.2, -0.9, -1.1, -1.297][i] as number] as const),
  gaps: [{ from: start + 2 * hour, to: start + 20 * hour }],
  abnormal: [{ t: start + 21 * hour, value: -31.7 }],
  flags: new Map([[start + hour, ['timeFixed']]]),
};
const chart: ProcessChart = {
  plots: [{ axisName: '水位累计变化量', series: [series], threshold, level: 3 }],
  range: [start, start + 24 * hour],
  marks: [{ t: start + 3 * hour, kind: 'shift', label: '位移修正', id: 7 }],
  showThresholds: true,
  showMarks: true,
  showGaps: true,
  showAbnormal: true,
  window: null,
};

interface Drawn {
  id: string;
  showSymbol?: boolean;
  data: { value?: unknown[]; label?: { formatter: string } }[] | unknown[][];
  markLine: { data: { yAxis?: number; xAxis?: number; label: { formatter?: string } }[] };
  markArea: { data: { label: { formatter: string } }[][] };
}

const drawn = (option: { series?: unknown }) => option.series as Drawn[];

describe('process line', () => {
  const option = processLine(chart, context);

  it('does not stretch the axis for an abnormal reading', () => {
    const { axis } = axisOf(chart.plots[0]!, chart);
    expect(axis.min).toBeGreaterThan(-3);
    expect(axis.max).toBeGreaterThanOrEqual(0.4);
    const mark = drawn(option).find((s) => s.id === 'level:abnormal')!;
    expect(mark.data[0]).toMatchObject({
      symbol: 'triangle',
      symbolRotate: 180,
      label: { formatter: '异常值 −31.700' },
    });
  });

  it('uses project time and breaks the line at the gap', () => {
    const line = drawn(option)[0]!;
    expect((line.data[0] as unknown[])[0]).toBe(start + 8 * hour);
    expect(line.data.some((d) => (d as unknown[])[1] === null)).toBe(true);
    expect(line.markArea.data[0]![0]!.label.formatter).toBe('缺测 18 小时');
  });

  it('labels the thresholds on the side of the data and the correction above the plot', () => {
    const labels = drawn(option)[0]!
      .markLine.data.map((d) => d.label.formatter)
      .filter(Boolean);
    expect(labels).toEqual(['蓝色 −0.500', '黄色 −0.800', '橙色 −1.000', '红色 −1.500', '▽ 位移修正']);
  });

  it('marks the last value with the icon of its level', () => {
    const last = drawn(option).find((s) => s.id === 'level:last')! as unknown as {
      symbol: string;
      label: { formatter: string };
    };
    expect(last.symbol).toMatch(/^path:\/\/M8 \.9/);
    expect(last.label.formatter).toBe('−1.297');
  });

  it('shows time, value, unit and remarks of a reading in the tooltip', () => {
    const shown = [{ series, color: '#fff', times: series.samples.map((s) => s[0]) }];
    expect(processTooltip(start + hour + 5, shown, context)).toEqual({
      head: '2025-07-08 09:00:00',
      lines: [{ color: '#fff', name: '水位', value: '−0.200', unit: 'm' }],
      remarks: ['timeFixed'],
    });
  });

  it('names the range in force for an out-of-range reading', () => {
    const outside = {
      ...series,
      flags: new Map([[start + hour, ['outOfRange']]]),
      ranges: [
        { field: 'level', unit: 'm', min: 0, max: 100, from: 0, until: start },
        { field: 'level', unit: 'm', min: 0, max: 200, from: start + 1, until: start + 24 * hour },
      ],
    };
    const shown = [{ series: outside, color: '#fff', times: series.samples.map((s) => s[0]) }];
    const words = { ...context.words, flag: (name: string, range?: string) => `${name} ${range}` };
    expect(processTooltip(start + hour, shown, { words }).remarks).toEqual(['outOfRange level 0 … 200\u00a0m']);

    // An excluded reading has no sample; the tooltip finds it where it is drawn.
    const at = start + hour + 1;
    const drawnApart = {
      ...outside,
      abnormal: [{ t: at, value: 247 }],
      flags: new Map([[at, ['outOfRange']]]),
    };
    const apart = [{ series: drawnApart, color: '#fff', times: series.samples.map((s) => s[0]) }];
    const told = processTooltip(at, apart, { words });
    expect(told.lines[0]?.value).toBe('247.000');
    expect(told.remarks).toEqual(['outOfRange level 0 … 200\u00a0m']);
  });

  it('clips the last value to the plot and leaves room for its full number', () => {
    const far = { ...series, decimals: 6, samples: series.samples.map(([t, v]) => [t, v * 1e5] as const) };
    const zoomed: ProcessChart = {
      ...chart,
      plots: [{ ...chart.plots[0]!, series: [far, { ...far, key: 'other', name: '另一条曲线' }] }],
      window: [start, start + 4 * hour],
    };
    const option = processLine(zoomed, context);
    const marks = (option.series as { id: string; clip?: boolean; endLabel?: object }[]).filter(
      (s) => s.id !== 'level',
    );
    expect(marks.find((s) => s.id === 'level:last')?.clip).toBe(true);
    expect(marks.every((s) => s.endLabel === undefined)).toBe(true);
    expect((option.grid as { right: number }[])[0]!.right).toBeGreaterThan(140);
  });

  it('shades the time before the first reading', () => {
    const areas = drawn(processLine({ ...chart, first: start + 6 * hour }, context))[0]!.markArea.data;
    expect(areas[0]).toMatchObject([
      { xAxis: start + 8 * hour, label: { formatter: '此前无数据' } },
      { xAxis: start + 14 * hour },
    ]);
  });

  it('omits the brush from a picture', () => {
    const picture = withoutBrush(processLine(chart, context));
    expect((picture.dataZoom as { type: string }[]).map((zoom) => zoom.type)).toEqual(['inside']);
    expect((picture.grid as { bottom: number }[])[0]!.bottom).toBeLessThan(50);
  });

  it('draws an empty range without errors', () => {
    const empty = { ...series, samples: [], gaps: [], abnormal: [] };
    expect(() => processLine({ ...chart, plots: [{ ...chart.plots[0]!, series: [empty] }] }, context)).not.toThrow();
  });

  it('stacks plots on one time axis', () => {
    const three = processLine({ ...chart, plots: [chart.plots[0]!, chart.plots[0]!, chart.plots[0]!] }, context);
    expect((three.grid as unknown[]).length).toBe(3);
    expect((three.xAxis as { axisLabel: { show?: boolean } }[]).map((a) => a.axisLabel.show !== false)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('draws rain downwards from the top on the right axis', () => {
    const rain = { ...series, key: 'rain', name: '降雨量', unit: 'mm', bars: true, gaps: [] };
    const axes = processLine({ ...chart, right: [rain] }, context).yAxis as { inverse?: boolean; position?: string }[];
    expect(axes[1]).toMatchObject({ inverse: true, position: 'right' });
  });
});

describe('profile', () => {
  const curve = (t: number, scale: number) => ({
    t,
    nodes: [5.75, 4.76, 3.68, 0.03].map((v, i) => ({ no: i, depth: i, value: v * scale })),
  });
  const option = profileChart(
    {
      plots: [
        {
          name: 'A方向位移',
          unit: 'mm',
          decimals: 2,
          curves: [curve(start, 0.2), curve(start + hour, 1)],
          thresholds: [],
        },
        {
          name: 'B方向位移',
          unit: 'mm',
          decimals: 2,
          curves: [curve(start, 0.1), curve(start + hour, 0.3)],
          thresholds: [],
        },
      ],
      depthName: '深度 (m)',
      showThresholds: true,
      picked: null,
    },
    context,
  );

  it('shares a downward depth axis between both plots', () => {
    const axes = option.yAxis as { inverse: boolean; min: number; max: number }[];
    expect(axes.every((a) => a.inverse)).toBe(true);
    expect(axes[0]!.max).toBe(axes[1]!.max);
  });

  it('labels the worst node of the current curve', () => {
    const current = drawn(option)[1]!;
    expect((current.data as { label?: { formatter: string } }[])[0]!.label!.formatter).toBe('5.75');
  });

  it('draws a node between missing ones as a dot, also of an earlier curve', () => {
    const broken = { t: start, nodes: [1, null, 2, null, 3, 4].map((value, no) => ({ no, depth: no, value })) };
    const plot = { name: 'A', unit: 'mm', decimals: 2, curves: [broken, curve(start + hour, 1)], thresholds: [] };
    const both = profileChart({ plots: [plot], depthName: '深度 (m)', showThresholds: true, picked: null }, context);
    const [earlier, current] = drawn(both).map(({ data, showSymbol }) =>
      (data as { symbol?: string }[]).map(({ symbol }) => showSymbol === true && symbol !== 'none'),
    );
    expect(earlier).toEqual([true, false, true, false, false, false]);
    expect(current).toEqual([true, true, true, true]);
  });

  it('draws limits by depth as steps with a label at the toe', () => {
    const limited = (red: number, nodeRange: [number, number]) => ({ ...threshold, lower: null, red, nodeRange });
    const [plot] = [{ name: 'A', unit: 'mm', decimals: 2, curves: [curve(start, 1)] }];
    const stepped = profileChart(
      {
        plots: [{ ...plot, thresholds: [limited(6, [0, 1]), limited(3, [2, 3])] }],
        depthName: '深度 (m)',
        showThresholds: true,
        picked: null,
      },
      context,
    );
    const limits = drawn(stepped).filter(({ id }) => String(id).includes('limit'));
    const red = limits.at(-1)?.data as unknown as { value: number[]; label?: { formatter: string } }[];
    expect(red[0]?.value).toEqual([6, 0]);
    expect(red.at(-1)?.value).toEqual([3, 3]);
    expect(red.at(-1)?.label?.formatter).toContain('3.00');
  });
});

describe('other charts', () => {
  it('marks the latest position of a GNSS point', () => {
    const option = planTrace(
      {
        points: [
          { t: 1, east: 1, north: 2 },
          { t: 2, east: 3, north: 4 },
        ],
        eastName: '东',
        northName: '北',
        unit: 'mm',
        decimals: 2,
        level: 2,
      },
      context,
    );
    expect(drawn(option)[1]!.data).toEqual([[3, 4]]);
  });

  it('draws an alert with its limits, labeled with all decimals', () => {
    const option = excerptChart(
      {
        name: '水位',
        unit: 'm',
        decimals: 3,
        samples: series.samples,
        gaps: [],
        range: chart.range,
        threshold,
        turns: [{ t: start + 21 * hour, value: -1.297, level: 3 }],
      },
      context,
    );
    const limits = drawn(option)[0]!.markLine.data as unknown as { label: { formatter: string } }[];
    // A limit is labeled with all decimals of its field, however coarse the axis is.
    expect(limits.map(({ label }) => label.formatter.split(' ').at(-1))).toContain('−1.000');
    expect(limits.length).toBe(4);
    expect(drawn(option)[1]!.id).toBe('turns');
  });
});
