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
])('%s as a domain prefix: %s', (text, fits) => {
  expect(prefixPattern.test(text)).toBe(fits);
});

test('every field is sent, as it was typed but for blanks around it', () => {
  const sent = fieldsOf({ name: ' 北岸 ', activeDataProcess: true });
  expect(Object.keys(sent).sort()).toEqual([...fieldNames].sort());
  expect(sent).toMatchObject({ name: '北岸', slogan: '', activeDataProcess: true, documentDisabled: false });
});
