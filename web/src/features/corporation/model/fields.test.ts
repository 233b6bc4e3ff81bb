import { fieldNames, fieldsOf, prefixPattern } from './fields';

test.each([
  ['north', true],
  ['N-1_a', true],
  ['abc', true],
  ['ab', false],
  ['-abc', false],
  ['abc-', false],
  ['a b c', false],
  ['a.bc', false],
  ['北岸站', false],
])('%s is a valid domain prefix: %s', (text, fits) => {
  expect(prefixPattern.test(text)).toBe(fits);
});

test('sends every field trimmed, and settings without a control unchanged', () => {
  const kept = { activeDataProcess: true };
  const sent = fieldsOf({ name: ' 北岸 ' }, kept);
  expect(Object.keys(sent).sort()).toEqual([...fieldNames, ...Object.keys(kept)].sort());
  expect(sent).toMatchObject({ name: '北岸', slogan: '', documentDisabled: false, ...kept });
});
