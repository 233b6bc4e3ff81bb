import { askedOf, mapped } from './survey-import';

const layout = { separator: 'comma', head: 1, columns: { chainage: 0, pitch: 1 } };

test('a column holds one field', () => {
  expect(mapped(layout, 'heading', 1).columns).toEqual({ chainage: 0, heading: 1 });
  expect(mapped(layout, 'pitch', 2).columns).toEqual({ chainage: 0, pitch: 2 });
  expect(mapped(layout, 'pitch', null).columns).toEqual({ chainage: 0 });
});

test('only what people chose is asked for', () => {
  expect(askedOf({ layout: null, time: null, more: {} })).toEqual({});
  expect(askedOf({ layout, time: 5, more: { direction: 'backward', open: true } })).toEqual({
    ...{ layout: JSON.stringify(layout), direction: 'backward', open: true, time: 5 },
  });
});
