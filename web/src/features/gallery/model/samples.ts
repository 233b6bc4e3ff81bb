import { findGaps, type Sample } from '@/entities/chart/gaps';
import type { ProcessChart } from '@/entities/chart/process-chart';
import type { ProfileChart } from '@/entities/chart/profile-plot';
import type { Threshold } from '@/entities/chart/threshold-lines';

const hour = 3_600_000;
const start = Date.UTC(2026, 0, 1);

/** A made-up series with a drift, a daily wave, a gap and one abnormal reading, which every chart must show well. */
export function wave(days: number, drift: number): Sample[] {
  const samples: Sample[] = [];
  for (let h = 0; h < days * 24; h++) {
    if (h > days * 10 && h < days * 12) continue;
    samples.push([start + h * hour, drift * (h / 24) + Math.sin((h / 24) * 2 * Math.PI) * 0.6]);
  }
  return samples;
}

export const threshold: Threshold = {
  field: 'x',
  valueType: 'accumulated',
  red: 6,
  orange: 5,
  yellow: 4,
  blue: 3,
  enable: true,
};

export function processSample(curves: number): ProcessChart {
  const days = 30;
  const series = Array.from({ length: curves }, (_, i) => {
    const samples = wave(days, 0.15 + i * 0.02);
    return {
      key: `x:${i}`,
      name: `${i}.0 m`,
      unit: 'mm',
      decimals: 2,
      samples,
      gaps: findGaps(
        samples.map(([t]) => t),
        hour,
      ),
      abnormal: i === 0 ? [{ t: start + 20 * 24 * hour, value: -30 }] : [],
    };
  });
  return {
    plots: [{ axisName: 'x', series, threshold, level: curves === 1 ? 2 : null }],
    range: [start, start + days * 24 * hour],
    marks: [{ t: start + 8 * 24 * hour, kind: 'shift', label: 'shift', id: 1 }],
    showThresholds: true,
    showMarks: true,
    showGaps: true,
    showAbnormal: true,
    window: null,
  };
}

export function profileSample(): ProfileChart {
  const curve = (share: number, i: number) => ({
    t: start + i * 24 * hour,
    nodes: Array.from({ length: 15 }, (_, no) => ({ no, depth: no, value: share * 5 * Math.exp(-no / 4) })),
  });
  const plot = (name: string, factor: number) => ({
    name,
    unit: 'mm',
    decimals: 2,
    curves: [0.1, 0.3, 0.6, 1].map((share, i) => curve(share * factor, i)),
    thresholds: factor === 1 ? [threshold] : [],
  });
  return { plots: [plot('x', 1), plot('y', -0.3)], depthName: 'm', showThresholds: true, picked: null };
}

export function traceSample() {
  return wave(10, 0.2).map(([t, v], i) => ({ t, east: v ?? 0, north: Math.cos(i / 30) * 2 }));
}
