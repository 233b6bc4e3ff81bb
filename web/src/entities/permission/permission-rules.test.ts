import { canonical, heldInProject, holdsAny } from './permission-rules';

test.each([
  ['View:Alert', 'Retrieve:Alert'],
  ['SELECT:User', 'Retrieve:User'],
  ['ADD:Device', 'Create:Device'],
  ['Update:Project', 'Update:Project'],
])('the canonical form of %s is %s', (given, meant) => {
  expect(canonical(given)).toBe(meant);
});

test('one of the required permissions is enough, and requiring none allows everyone', () => {
  expect(holdsAny(['Retrieve:Alert'], ['View:Device', 'View:Alert'])).toBe(true);
  expect(holdsAny(['Retrieve:Alert'], ['Update:Alert'])).toBe(false);
  expect(holdsAny([], undefined)).toBe(true);
  expect(holdsAny([], [])).toBe(true);
});

test('in a project, its permissions apply, except for corporation-wide scopes', () => {
  const held = heldInProject(['Update:Project', 'View:User'], ['View:Project']);
  expect(holdsAny(held, ['Update:Project'])).toBe(false);
  expect(holdsAny(held, ['View:Project'])).toBe(true);
  expect(holdsAny(held, ['View:User'])).toBe(true);
});
