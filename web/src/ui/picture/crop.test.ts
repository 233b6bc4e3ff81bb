import { attempts, maxChosen, refusal } from './crop';

test.each([
  [{ type: 'image/png', size: 10 }, undefined],
  [{ type: 'image/bmp', size: maxChosen }, undefined],
  [{ type: 'image/svg+xml', size: 10 }, 'type'],
  [{ type: 'application/pdf', size: 10 }, 'type'],
  [{ type: '', size: 10 }, 'type'],
  [{ type: 'image/gif', size: maxChosen + 1 }, 'size'],
])('the refusal reason of %j is %s', (file, why) => {
  expect(refusal(file)).toBe(why);
});

test('only a PNG is first encoded as PNG, and quality drops with each attempt', () => {
  expect(attempts('image/png')[0]).toEqual({ type: 'image/png' });
  expect(attempts('image/gif').every(({ type }) => type === 'image/jpeg')).toBe(true);
  const qualities = attempts('image/jpeg').map(({ quality }) => quality ?? 1);
  expect([...qualities].sort((a, b) => b - a)).toEqual(qualities);
});
