import { rememberedRange, rememberRange } from './remembered-range';

test('remembers the range of a point in this browser', () => {
  expect(rememberedRange(7)).toBeNull();
  rememberRange(7, { quick: '7d' });
  rememberRange(8, { from: 100, to: 200 });
  rememberRange(7, { quick: '1d' });
  expect(rememberedRange(7)).toEqual({ quick: '1d' });
  expect(rememberedRange(8)).toEqual({ from: 100, to: 200 });
  for (let id = 100; id < 400; id++) rememberRange(id, { quick: '1d' });
  expect(rememberedRange(7)).toBeNull();
  localStorage.setItem('plumbline.ranges', 'not ours');
  expect(rememberedRange(8)).toBeNull();
});
