import { presetQuery } from './preset';

test('a preset keeps the controls, not what belongs to one point', () => {
  const search = new URLSearchParams('type=rate&range=7d&times=1.2&at=5&window=1.2&page=3&points=9&hide=gaps');
  expect(presetQuery(search)).toBe('hide=gaps&range=7d&type=rate');
  expect(search.get('at')).toBe('5');
});

test('the order of the controls does not matter', () => {
  const a = presetQuery(new URLSearchParams('range=7d&type=rate'));
  expect(presetQuery(new URLSearchParams('type=rate&range=7d'))).toBe(a);
  expect(presetQuery(new URLSearchParams())).toBe('');
});
