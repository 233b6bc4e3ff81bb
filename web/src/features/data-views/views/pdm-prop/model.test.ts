import { expect, test } from 'vitest';
import type { ViewTexts } from '../../model/process-picture';
import type { ReadingRow } from '../../model/types';
import { angleChoices, chordChoices, nodesShown, quantityOf, sectionRecipe } from './model';

const t = ((key: string, values?: { no: number; angle: number }) =>
  values ? `${values.no} ${values.angle}°` : key) as unknown as ViewTexts;

const reading = (nodes: [no: number, values: ReadingRow['values']][]): ReadingRow =>
  ({ t: 1, values: {}, nodes: nodes.map(([no, values]) => ({ no, depth: null, values })) }) as unknown as ReadingRow;

test('nodes are named by the angle at which they are seen; one without a place cannot be chosen', () => {
  const seen = reading([
    [1, { x: 3000, y: 0 }],
    [2, { x: 0, y: 3000 }],
    [3, { x: null, y: null }],
    [4, { x: 0, y: -3000 }],
  ]);
  expect(angleChoices(seen, t)).toEqual([
    { no: 1, name: '1 0°' },
    { no: 2, name: '2 90°' },
    { no: 4, name: '4 270°' },
  ]);
});

test('the points that changed most are drawn until some are chosen', () => {
  const latest = reading([
    [1, { radial: -4 }],
    [2, { radial: 9 }],
    [3, { radial: 1 }],
  ]);
  const choices = [1, 2, 3].map((no) => ({ no, name: String(no) }));
  expect(new Set(nodesShown('radial', { nodes: [] }, choices, latest))).toEqual(new Set([1, 2, 3]));
  expect(nodesShown('radial', { nodes: [3, 99] }, choices, latest)).toEqual([3, 99]);
  expect(nodesShown('area', { nodes: [3] }, choices, latest)).toEqual([]);
});

test('chords are named by their ends, curves by what they show', () => {
  const choices = chordChoices({ chords: [[1, 37]] }, [1, 37]);
  expect(choices).toEqual([{ no: 1, name: '1–37' }]);
  const recipe = sectionRecipe({ noInitial: false }, 'convergence', [1], choices, { mode: null }, t);
  const curve = { key: 'convergence:1', name: 'node 1' };
  expect(recipe.refine?.([curve as never])[0]?.name).toBe('1–37');
  expect(recipe.types).toEqual(['accumulated', 'rate']);
});

test('the quantity in the address counts only if a section has it', () => {
  expect(quantityOf({ fields: ['area'] })).toBe('area');
  expect(quantityOf({ fields: ['settlement'] })).toBe('radial');
});
