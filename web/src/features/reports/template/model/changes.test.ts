import { expect, test } from 'vitest';
import { adopt, giveUp, keyOf, unknownOf, withChanges } from './changes';
import type { Place } from './grid';

const none = { zh: '', en: '' } as unknown as Place['reason'];
const place = (cell: string, placeholder: string, suggestion: string): Place => ({
  ...{ sheet: 'Day', cell, placeholder, state: 'unknown', name: '', reason: none, suggestion },
});
const named = place('B3', '{{nmae}}', '{{name}}');
const strange = place('B4', '{{foo}}', '');

test('what has no suggestion is not adopted', () => {
  expect([...adopt(new Map(), [named, strange]).values()]).toEqual([
    { sheet: 'Day', cell: 'B3', from: '{{nmae}}', to: '{{name}}' },
  ]);
});

test('a placeholder that stands twice in a cell is listed once and replaced together', () => {
  expect(unknownOf([named, strange, named])).toEqual([named, strange]);
  const states = withChanges([named, strange, named], adopt(new Map(), [named])).map(({ state }) => state);
  expect(states).toEqual(['adopted', 'unknown', 'adopted']);
});

test('what was adopted can be given up', () => {
  const adopted = adopt(new Map(), [named]);
  expect(giveUp(adopted, named).size).toBe(0);
  expect(adopted.has(keyOf(named))).toBe(true);
});
