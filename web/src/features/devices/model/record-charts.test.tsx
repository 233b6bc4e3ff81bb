import { describe, expect, it } from 'vitest';
import { chartTheme } from '@/entities/chart/chart-theme';
import type { ChartContext } from '@/entities/chart/chart-words';
import type { RecordSpectrum, RecordWaveform } from '../record-queries';
import {
  covers,
  curveOf,
  excerptOf,
  type RecordNames,
  spectrumChart,
  spectrumTwin,
  waveChart,
  waveTwin,
} from './record-charts';
import { recordKey, recordText } from './record-key';

const context: ChartContext = {
  theme: chartTheme.white,
  zone: 'Asia/Shanghai',
  narrow: false,
  words: {
    level: String,
    gap: String,
    before: '',
    abnormal: String,
    beyond: String,
    time: String,
    number: (v, decimals) => (typeof v === 'number' ? v.toFixed(decimals) : '#N/A'),
    flag: String,
    compass: String,
  },
};
const names: RecordNames = { axis: (f) => f, time: 'time', frequency: 'frequency', low: 'min', high: 'max' };

/** A record of 8 samples at 4 Hz in buckets of two; the third bucket did not come. */
const record = {
  samples: 8,
  rate: 4,
  first: 0,
  count: 8,
  each: 2,
  axes: [
    { field: 'vx', unit: 'mm/s', peak: 9, rms: 1, frequency: 1 },
    { field: 'vz', unit: '', peak: 1, rms: 1, frequency: null },
  ],
  waves: [
    { low: [-1, -9, null, 0], high: [1, 2, null, 3], mean: 0, peakToPeak: 11, crest: 2 },
    { low: [0, 0, null, 0], high: [1, 1, null, 1], mean: 0, peakToPeak: 1, crest: 2 },
  ],
} as unknown as RecordWaveform;
const samples = { ...record, each: 1, waves: [{ ...record.waves[0], low: [1, 2], high: [1, 2] }] } as RecordWaveform;

interface Drawn {
  series: { data: [number, number | null][] }[];
  yAxis: { min: number; max: number; name: string }[];
  dataZoom: { start: number; end: number }[];
  tooltip: { formatter: (params: unknown) => HTMLElement };
}

describe('waveform', () => {
  it('draws both ends of each bucket, and breaks where samples are missing', () => {
    expect(curveOf(record, 0)).toEqual([
      [0.125, -1],
      [0.125, 1],
      [0.625, -9],
      [0.625, 2],
      [1.125, null],
      [1.625, 0],
      [1.625, 3],
    ]);
    expect(curveOf({ ...samples, first: 4 }, 0)).toEqual([
      [1, 1],
      [1.25, 2],
    ]);
  });

  it('fits the axis to the part in view, whose peaks it shows', () => {
    const whole = waveChart(record, [0, 2], names, context) as unknown as Drawn;
    expect(whole.yAxis[0]?.min).toBeLessThanOrEqual(-9);
    expect(whole.yAxis.map(({ name }) => name)).toEqual(['vx (mm/s)', 'vz']);
    const part = waveChart(record, [1.5, 2], names, context) as unknown as Drawn;
    expect(part.yAxis[0]?.min).toBeGreaterThan(-1);
    expect(part.dataZoom.map(({ start, end }) => [start, end])).toEqual([
      [75, 100],
      [75, 100],
    ]);
    expect(whole.tooltip.formatter([{ axisValue: 0.625 }]).textContent).toContain('-9.0000 … 2.0000');
  });

  it('asks for the samples in view and as much around them', () => {
    const long = { samples: 120_000, rate: 1000 };
    expect(excerptOf(long, [10, 12])).toEqual({ first: 9000, count: 4001 });
    expect(excerptOf(long, [0, 1])).toEqual({ first: 0, count: 1501 });
    expect(excerptOf(long, [119, 120])).toEqual({ first: 118_500, count: 1500 });
    const detail = { ...record, ...long, first: 9000, count: 4001 } as RecordWaveform;
    expect(covers(detail, [10, 12])).toBe(true);
    expect(covers(detail, [10, 14])).toBe(false);
    expect(covers(detail, [5, 10])).toBe(false);
    expect(covers(undefined, [0, 1])).toBe(false);
  });

  it('is a table of the same numbers', () => {
    const table = waveTwin(record, names, context);
    expect(table.columns.map(({ title }) => title)).toEqual([
      ...['time s', 'vx mm/s, min', 'vx mm/s, max', 'vz, min', 'vz, max'],
    ]);
    expect(table.rows[1]).toEqual(['0.5000', '-9.0000', '2.0000', '0.0000', '1.0000']);
    expect(waveTwin(samples, names, context).rows).toEqual([
      ['0.0000', '1.0000'],
      ['0.2500', '2.0000'],
    ]);
  });
});

describe('spectrum', () => {
  const spectrum: RecordSpectrum = {
    step: 0.5,
    axes: [{ field: 'vx', unit: 'mm/s', amplitudes: [0, 4, 1], peaks: [{ frequency: 0.5, amplitude: 4 }] }],
  };

  it('begins at zero and ends at the last frequency', () => {
    const drawn = spectrumChart(spectrum, [0, 1], names, context) as unknown as Drawn;
    expect(drawn.series[0]?.data.at(-1)).toEqual([1, 1]);
    expect(drawn.yAxis[0]?.min).toBe(0);
    expect(drawn.yAxis[0]?.max).toBeGreaterThanOrEqual(4);
    expect(drawn.tooltip.formatter([{ axisValue: 0.5 }]).textContent).toContain('4.0000');
    expect(spectrumTwin(spectrum, names, context).rows[1]).toEqual(['0.500', '4.0000']);
  });
});

describe('the record in the address', () => {
  it.each([
    [{ channelNo: 0, time: 1_795_134_600_000 }, '1795134600000'],
    [{ channelNo: 3, time: 5 }, '3.5'],
  ])('%o is %s', (key, text) => {
    expect(recordText(key)).toBe(text);
    expect(recordKey(text)).toEqual(key);
  });

  it.each([null, '', 'x', '1.', '-1', '1.2.3'])('%s is none', (text) => {
    expect(recordKey(text)).toBeNull();
  });
});
