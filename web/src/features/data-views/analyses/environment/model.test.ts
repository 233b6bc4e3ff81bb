import type { Explained } from '../../queries/residual';
import { coefficientUnit, modelChart, residualChart, withResidual } from './model';

const words = { measured: 'x', fitted: 'fit', band: 'band', residual: 'rest', held: 'held', fitTo: 'end' };
const field = { name: 'x', label: 'x', unit: 'mm', decimals: 2, valueTypes: [] };
const read = {
  answer: { start: 0, end: 40 } as never,
  series: {
    samples: [
      [0, 1],
      [20, 2],
      [40, 5],
    ],
    gaps: [],
  } as never,
};
const explained = {
  end: 40,
  residual: {
    ...{ from: 0, to: 20, deviation: 0.5 },
    rows: [
      { time: 0, value: 1, fitted: 1.5, low: 0.5, high: 2.5, residual: -0.5, held: false },
      { time: 20, value: 2, fitted: 2, low: 1, high: 3, residual: 0, held: false },
      { time: 40, value: 5, fitted: 3, low: 2, high: 4, residual: 2, held: true },
    ],
  },
} as Explained;

test('the model is dashed over the readings, what is held out is shaded', () => {
  const chart = modelChart(read, { field }, explained, 'x', words);
  expect(chart?.curves.map(({ key, look }) => [key, look])).toEqual([
    ['measured', 'line'],
    ['fitted', 'dashed'],
  ]);
  expect(chart).toMatchObject({ fit: [0, 20], span: { from: 40, to: 40, text: 'held' }, limits: [] });
  expect(chart?.band?.rows[2]).toEqual([40, 2, 4]);
});

test('without a model the readings remain', () => {
  const chart = modelChart(read, { field }, null, 'x', words);
  expect(chart).toMatchObject({ fit: null, band: null, span: null });
  expect(chart?.curves).toHaveLength(1);
  expect(residualChart(read, { field }, null, words)).toBeNull();
});

test('the residual has control lines at two and three deviations, and is in the file', () => {
  const below = residualChart(read, { field }, explained, words);
  expect(below?.levels).toEqual([
    { value: -1.5, text: '−3σ' },
    { value: -1, text: '−2σ' },
    { value: 0, text: '0' },
    { value: 1, text: '+2σ' },
    { value: 1.5, text: '+3σ' },
  ]);
  const chart = modelChart(read, { field }, explained, 'x', words);
  expect(chart && withResidual(chart, below).curves.map(({ key }) => key)).toEqual(['measured', 'fitted', 'residual']);
});

test('control lines that are close together have fewer names', () => {
  const wide = { ...explained, residual: { ...explained.residual, deviation: 0.1 } };
  expect(residualChart(read, { field }, wide, words)?.levels?.map(({ text }) => text)).toEqual([
    ...['−3σ', '', '', '', '+3σ'],
  ]);
});

test('a coefficient has a unit', () => {
  const term = { number: 2, cosine: false, value: 1, standardError: 1, about: 0 };
  expect(coefficientUnit('mm', { ...term, kind: 'level', unit: 'm' })).toBe('mm/m²');
  expect(coefficientUnit('mm', { ...term, kind: 'rain', unit: 'mm' })).toBe('mm/mm');
  expect(coefficientUnit('', { ...term, kind: 'time', unit: 'd' })).toBe('1/d');
  expect(coefficientUnit('mm', { ...term, kind: 'season', unit: '' })).toBe('mm');
});
