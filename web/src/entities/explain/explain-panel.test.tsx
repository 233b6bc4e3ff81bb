import { screen } from '@testing-library/react';
import { axeViolations } from '@/test/axe';
import { renderWithProviders } from '@/test/render';
import { ExplainPanel } from './explain-panel';
import type { Explanation, RawValue } from './types';

const t = Date.UTC(2025, 9, 6, 12);
const explanation: Explanation = {
  field: 'level',
  label: '水位',
  unit: 'm',
  decimals: 3,
  node: 0,
  depth: null,
  time: t,
  flags: ['timeFixed'],
  reason: '',
  raw: [
    {
      device: '渗压计 F5474',
      channel: 3,
      label: '频率',
      unit: 'Hz',
      node: 0,
      time: t,
      received: t + 7000,
      value: 2671.8,
      min: 400,
      max: 6000,
      revisions: [{ value: 2670.1, received: t + 1000 }],
    },
  ],
  versions: [{ owner: '渗压计 F5474', aspect: 'coefficients', id: 3, validFrom: t - 1e9, note: '' }],
  steps: [
    {
      key: 'VW_LINEAR',
      formula: 'y = K(f0² − f²)',
      inputs: [{ name: 'K', value: 0.00011534, unit: '' }],
      label: '压力',
      value: 170.21291,
      unit: 'kPa',
      decimals: 2,
    },
  ],
  initial: 3.074,
  initialFrom: t - 2e9,
  corrections: [{ id: 9, kind: 'shift', from: t - 1e8, to: 0, amount: 0.012, note: '复测', recorded: t - 1e7 }],
  observed: 1.777,
  accumulated: -1.297,
  change: -0.011,
  rate: -0.081,
  verdicts: [
    {
      threshold: {
        field: 'level',
        valueType: 'accumulated',
        blue: 0.5,
        yellow: 0.8,
        orange: 1,
        red: 1.5,
        enable: true,
      },
      value: -1.297,
      level: 3,
      side: 'upper',
      limit: 1,
    },
  ],
};

test('traces a value from the raw reading to the verdict', async () => {
  const { container } = await renderWithProviders(
    <ExplainPanel explanation={explanation} valueType="accumulated" zone="Asia/Shanghai" />,
  );
  const steps = screen.getAllByRole('listitem').map((step) => step.textContent);
  expect(steps[0]).toContain('2671.8\u00a0Hz');
  expect(steps[0]).toContain('渗压计 F5474 通道 3');
  expect(steps[0]).toContain('2670.1');
  expect(steps[1]).toContain('标定系数');
  expect(steps[2]).toContain('170.21\u00a0kPa');
  expect(steps[3]).toContain('3.074\u00a0m');
  expect(steps[4]).toContain('+0.012\u00a0m');
  expect(steps[5]).toContain('−1.297');
  expect(steps[5]).toContain('|−1.297| ≥ 1.000\u00a0m，距红色 1.500 还有 0.203\u00a0m');
  expect(await axeViolations(container)).toEqual([]);
});

test('an observed value has no initial value and says if it has no threshold', async () => {
  await renderWithProviders(<ExplainPanel explanation={explanation} valueType="observed" zone="Asia/Shanghai" />);
  expect(screen.queryByText('初始值')).not.toBeInTheDocument();
  expect(screen.getByText('该值未设阈值，不参与判定')).toBeInTheDocument();
});

test('an out-of-range reading shows the range of the instrument', async () => {
  const raw = { ...explanation.raw[0], value: 247, label: '水位', unit: 'm', min: 0, max: 100 } as RawValue;
  const shown = { ...explanation, flags: ['outOfRange'], raw: [raw] };
  await renderWithProviders(<ExplainPanel explanation={shown} valueType="observed" zone="Asia/Shanghai" />);
  expect(screen.getByText('量程')).toBeInTheDocument();
  expect(screen.getByText('0 … 100 m')).toBeInTheDocument();
  expect(screen.getByText('超出量程（水位 0 … 100 m）')).toBeInTheDocument();
});

test('a manual value shows its entry as the origin, not as a correction', async () => {
  const entry = { id: 9, kind: 'replace', from: t, to: 0, amount: null, note: '游标卡尺', recorded: t + 3.6e6 };
  await renderWithProviders(
    <ExplainPanel
      explanation={{ ...explanation, flags: ['manual'], raw: [], versions: [], steps: [], corrections: [entry] }}
      valueType="accumulated"
      zone="Asia/Shanghai"
    />,
  );
  const steps = screen.getAllByRole('listitem').map((step) => step.textContent);
  expect(steps[0]).toContain('人工录入1.777\u00a0m');
  expect(steps[0]).toContain('2025-10-06 21:00:00');
  expect(steps[0]).toContain('游标卡尺');
  expect(steps.join()).toContain('无修正');
});

test('the systematic errors taken out of a survey are shown with their numbers, also for what is observed', async () => {
  const casing = { id: 9, kind: 'casing', from: t, to: 0, amount: null, note: '探头漂移', recorded: t + 1 };
  const corrections = [{ ...casing, values: { biasA: -13.95, settlement: 0.5 } }];
  await renderWithProviders(
    <ExplainPanel explanation={{ ...explanation, corrections }} valueType="observed" zone="Asia/Shanghai" />,
  );
  const steps = screen.getAllByRole('listitem').map((step) => step.textContent);
  expect(steps.join()).toContain('A 向零偏 −13.95\u00a0字、沉降 +0.50\u00a0mm/m');
});
