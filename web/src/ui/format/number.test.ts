import { formatAgainst, formatBytes, formatChange, formatNumber, formatPercent, withUnit } from './number';

test.each([
  [1.23456, undefined, '1.235'],
  [-1.2974, undefined, '−1.297'],
  [0, undefined, '0.000'],
  [-0.0000001, 3, '0.000'],
  [0.000123456, undefined, '1.2346e−4'],
  [12345.678, undefined, '1.2346e4'],
  [-12345.678, undefined, '−1.2346e4'],
  [10000, undefined, '10,000.000'],
  [2341, 0, '2,341'],
  [1234567.891, 1, '1,234,567.9'],
  [Number.NaN, undefined, '#N/A'],
  [Number.POSITIVE_INFINITY, 2, '#N/A'],
  ['5', undefined, '#N/A'],
  [null, undefined, '#N/A'],
  [undefined, 1, '#N/A'],
])('formats %s with %s decimals as %s', (value, decimals, text) => {
  expect(formatNumber(value, decimals)).toBe(text);
});

test('a change has a sign, zero has none', () => {
  expect(formatChange(0.338, 3)).toBe('+0.338');
  expect(formatChange(-8.3, 1)).toBe('−8.3');
  expect(formatChange(0.0001, 2)).toBe('0.00');
});

test('rounding never moves a value across its threshold', () => {
  expect(formatAgainst(0.9996, 1, 3)).toBe('0.9996');
  expect(formatAgainst(1.0004, 1, 3)).toBe('1.0004');
  expect(formatAgainst(1.2, 1, 1)).toBe('1.2');
  expect(formatAgainst(1, 1, 3)).toBe('1.000');
});

test.each([
  [0.987, 1, '98.7%'],
  [1.05, 0, '105%'],
  [Number.NaN, 0, '#N/A'],
])('formats a share of %s with %s decimals as %s', (share, decimals, text) => {
  expect(formatPercent(share, decimals)).toBe(text);
});

test.each([
  [0, '0 Bytes'],
  [1023, '1,023 Bytes'],
  [1024, '1.00 KB'],
  [3 * 1024 ** 2, '3.00 MB'],
  [2.5 * 1024 ** 4, '2.50 TB'],
  [-1, '#N/A'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('separates number and unit with a space, except for angles in degrees', () => {
  expect(withUnit('5.75', 'mm')).toBe('5.75\u00a0mm');
  expect(withUnit('3.4', '°C')).toBe('3.4\u00a0°C');
  expect(withUnit('0.004', '°')).toBe('0.004°');
  expect(withUnit('95.7', '%RH')).toBe('95.7\u00a0%RH');
  expect(withUnit('2', '')).toBe('2');
  expect(withUnit(formatNumber(null), 'mm')).toBe('#N/A');
});
