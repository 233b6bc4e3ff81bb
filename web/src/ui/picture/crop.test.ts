import { attempts, maxChosen, refusal } from './crop';

test.each([
  [{ type: 'image/png', size: 10 }, undefined],
  [{ type: 'image/bmp', size: maxChosen }, undefined],
  [{ type: 'image/svg+xml', size: 10 }, 'type'],
  [{ type: 'application/pdf', size: 10 }, 'type'],
  [{ type: '', size: 10 }, 'type'],
  [{ type: 'image/gif', size: maxChosen + 1 }, 'size'],
])('%j is refused for %s', (file, why) => {
  expect(refusal(file)).toBe(why);
});

test('only a PNG is tried as one, everything gets smaller with each try', () => {
  expect(attempts('image/png')[0]).toEqual({ type: 'image/png' });
  expect(attempts('image/gif').every(({ type }) => type === 'image/jpeg')).toBe(true);
  const qualities = attempts('image/jpeg').map(({ quality }) => quality ?? 1);
  expect([...qualities].sort((a, b) => b - a)).toEqual(qualities);
});
