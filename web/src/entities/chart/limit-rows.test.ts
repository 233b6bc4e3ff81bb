import { expect, test } from 'vitest';
import { limitRows } from './limit-rows';

const axis = { min: 0, max: 100 };
const line = (value: number, text = 'Yellow 20.00') => ({ value, text });

// "Yellow 20.00" is about 79 px wide.
test.each([
  ['lines with room share a row', [line(10), line(40), line(70)], 400, [0, 0, 0]],
  ['a text that would touch the one before it goes below', [line(10), line(25), line(50)], 400, [0, 1, 0]],
  ['three close ones take three rows', [line(10), line(15), line(20)], 400, [0, 1, 2]],
  ['short words need less room', [line(10, '蓝 1'), line(25, '黄 2')], 400, [0, 0]],
  ['rows are given in the order of the lines', [line(25), line(10)], 400, [1, 0]],
])('%s', (_, lines, width, want) => {
  expect(limitRows(lines, axis, width)).toEqual(want);
});
