import { expect, test } from 'vitest';
import { bookRows, csvText, hasFacts, withFacts } from './table';

test('csv quotes what has separators, and nothing runs as a formula', () => {
  expect(csvText([['a,b', 'say "x"', '=1+1', '+7 m', '-0.50', '@x', '']])).toBe(
    '\uFEFF"a,b","say ""x""",\'=1+1,\'+7 m,-0.50,\'@x,\r\n',
  );
});

test('a workbook has numbers as numbers, with the decimals they were given with', () => {
  expect(bookRows([['2026-03-01 08:00', '-0.50', '12', '=1+1', '', '1e5']])).toEqual([
    [
      '2026-03-01 08:00',
      { type: Number, value: -0.5, format: '0.00' },
      { type: Number, value: 12, format: '0' },
      '=1+1',
      null,
      '1e5',
    ],
  ]);
});

test('a workbook says what it is about, and a csv only if facts were found', () => {
  expect(hasFacts('xlsx', undefined)).toBe(true);
  expect(hasFacts('csv', undefined)).toBe(false);
  expect(hasFacts('csv', [])).toBe(true);
  expect(
    withFacts(
      [
        ['Time', 'x mm'],
        ['08:00', '1.5'],
      ],
      [['Measuring point', 'CX-07']],
    ),
  ).toEqual([['Measuring point', 'CX-07'], [], ['Time', 'x mm'], ['08:00', '1.5']]);
});
