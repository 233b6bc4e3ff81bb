import { expect, test } from 'vitest';
import { initTemplate, readInitFile } from './init-file';

test('reads one row of values', () => {
  expect(readInitFile('level,temp\r\n12.5,18\r\n', ['level', 'temp'])).toEqual({
    values: { level: 12.5, temp: 18 },
    nodes: [],
  });
});

test('reads one row per node pasted from a spreadsheet', () => {
  expect(readInitFile('no\tx\ty\n1\t0.5\t-1\n2\t\t3', ['x', 'y'])).toEqual({
    values: {},
    nodes: [
      { no: 1, values: { x: 0.5, y: -1 } },
      { no: 2, values: { y: 3 } },
    ],
  });
});

test.each([
  ['', { line: 1, reason: 'head', text: '' }],
  ['x,color\n1,2', { line: 1, reason: 'unknown', text: 'color' }],
  ['x\nabc', { line: 2, reason: 'number', text: 'abc' }],
  ['no,x\n1,2\n1,3', { line: 3, reason: 'node', text: '1' }],
  ['no,x\n,3', { line: 2, reason: 'number', text: '' }],
  ['x\n\n', { line: 2, reason: 'empty', text: '' }],
])('reports the line of invalid input: %j', (text, problem) => {
  expect(readInitFile(text, ['x', 'y'])).toEqual(problem);
});

test('reads the filled-in template', () => {
  const filled = initTemplate(['x', 'y'], [1, 2]).replace('1,,', '1,5,6').replace('2,,', '2,7,8');
  expect(readInitFile(filled, ['x', 'y'])).toEqual({
    values: {},
    nodes: [
      { no: 1, values: { x: 5, y: 6 } },
      { no: 2, values: { x: 7, y: 8 } },
    ],
  });
});
