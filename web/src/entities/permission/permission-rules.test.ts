import { canonical, heldInProject, holdsAny } from './permission-rules';

test.each([
  ['View:Alert', 'Retrieve:Alert'],
  ['SELECT:User', 'Retrieve:User'],
  ['ADD:Device', 'Create:Device'],
  ['Update:Project', 'Update:Project'],
])('%s means %s', (given, meant) => {
  expect(canonical(given)).toBe(meant);
});

test('one of the wanted permissions is enough, and none wanted is open', () => {
  expect(holdsAny(['Retrieve:Alert'], ['View:Device', 'View:Alert'])).toBe(true);
  expect(holdsAny(['Retrieve:Alert'], ['Update:Alert'])).toBe(false);
  expect(holdsAny([], undefined)).toBe(true);
  expect(holdsAny([], [])).toBe(true);
});

test('inside a project the project decides, but for the scopes of the corporation', () => {
  const held = heldInProject(['Update:Project', 'View:User'], ['View:Project']);
  expect(holdsAny(held, ['Update:Project'])).toBe(false);
  expect(holdsAny(held, ['View:Project'])).toBe(true);
  expect(holdsAny(held, ['View:User'])).toBe(true);
});
