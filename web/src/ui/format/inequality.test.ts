import { comparisonText, reachedLine } from './inequality';

test.each([
  [{ value: -68.03, limit: 60, side: 'upper', decimals: 2 }, 'mm', '|−68.03| ≥ 60.00\u00a0mm'],
  [{ value: 68.03, limit: 60, side: 'upper', decimals: 2 }, 'mm', '68.03 ≥ 60.00\u00a0mm'],
  [{ value: 210.46, limit: 220, side: 'lower', decimals: 2 }, 'kN', '210.46 ≤ 220.00\u00a0kN'],
  [{ value: -5.2, limit: -5, side: 'lower', decimals: 1 }, '', '−5.2 ≤ −5.0'],
  [{ value: -60.001, limit: 60, side: 'upper', decimals: 2 }, '', '|−60.001| ≥ 60.00'],
  [{ value: 219.999, limit: 220, side: 'lower', decimals: 1 }, '', '219.999 ≤ 220.0'],
  [{ value: 45, limit: 50, side: 'upper', decimals: 1 }, 'kN', '45.0 |Δ| ≥ 50.0\u00a0kN'],
])('formats %j with unit "%s" as %s', (judged, unit, text) => {
  expect(reachedLine(judged, unit)).toBe(text);
});

const upper = { side: 'upper', direction: 'both', reference: 0, decimals: 2 };
test.each([
  [{ ...upper, value: 0.04, limit: 0.1 }, '|0.04| < 0.10'],
  [{ ...upper, value: -0.1, limit: 0.1 }, '|−0.10| ≥ 0.10'],
  [{ ...upper, value: -0.0999, limit: 0.1 }, '|−0.0999| < 0.10'],
  [{ ...upper, direction: 'positive', value: -5, limit: 1 }, '−5.00 < 1.00'],
  [{ ...upper, direction: 'negative', value: -5, limit: 1 }, '−5.00 ≤ −1.00'],
  [{ ...upper, value: 45, reference: 100, limit: 50 }, '|45.00 − 100.00| ≥ 50.00'],
  [{ ...upper, side: 'lower', value: 230, limit: 220 }, '230.00 > 220.00'],
  [{ ...upper, side: 'lower', value: 210.46, limit: 220 }, '210.46 ≤ 220.00'],
])('formats the comparison %j as %s', (comparison, text) => {
  expect(comparisonText(comparison)).toBe(text);
});
