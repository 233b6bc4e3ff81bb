import { placeName, placeOptions } from './places';

const places = [
  { id: 1, name: 'North', isItem: false, parentId: 0 },
  { id: 2, name: 'South', isItem: false, parentId: 0 },
  { id: 3, name: 'Cracks', isItem: true, parentId: 1 },
];

test('items follow their structure and carry its name; a deleted place is a number', () => {
  expect(placeOptions(places).map(({ label }) => label)).toEqual(['North', 'North / Cracks', 'South']);
  expect(placeName(places, 9)).toBe('#9');
});
