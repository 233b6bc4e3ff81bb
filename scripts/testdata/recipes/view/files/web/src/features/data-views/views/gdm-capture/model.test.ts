import type { FieldInfo, ReadingRow } from '../../model/types';
import { sectionRecipe } from './model';

const radial: FieldInfo = { name: 'radial', label: 'Radial', unit: 'mm', decimals: 2, valueTypes: ['accumulated'] };
const latest: ReadingRow = {
  t: 1,
  flags: [],
  values: {},
  nodes: [1, -9, 3, 8, 2].map((value, i) => ({ no: i + 1, depth: i, values: { radial: value } })),
};

test('a section opens with the three nodes that moved most', () => {
  const recipe = sectionRecipe({ field: radial, main: 'accumulated' }, [radial], latest);
  expect(recipe).toMatchObject({ fields: ['radial'], nodes: [2, 3, 4] });
});

test('a section without a reading names its field and no node', () => {
  expect(sectionRecipe({ field: null, main: 'accumulated' }, [radial], null)).toMatchObject({
    fields: ['radial'],
    nodes: [],
  });
});
