import { difference, type Pair, reasonOf, toggled } from './matrix';

const pair = (scope: string, action: string, grantable = true): Pair => ({
  permission: `${action === 'Retrieve' ? 'View' : action}:${scope}`,
  scope,
  action,
  ofProject: scope !== 'User',
  grantable,
});
const all = ['Project', 'User'].flatMap((scope) =>
  ['Retrieve', 'Create', 'Update', 'Delete'].map((action) => pair(scope, action)),
);
const free = { builtIn: false, mayEdit: true, inProjects: false };

test('granting an action also grants viewing, which then cannot be revoked alone', () => {
  const chosen = toggled(pair('Project', 'Update'), new Set(), all);
  expect([...chosen]).toEqual(['Update:Project', 'View:Project']);
  expect(reasonOf(pair('Project', 'Retrieve'), chosen, all, free)).toBe('needed');
  expect(reasonOf(pair('Project', 'Update'), chosen, all, free)).toBeNull();
});

test('gives a reason for every cell that cannot be changed', () => {
  expect(reasonOf(pair('Project', 'Update'), new Set(), all, { ...free, builtIn: true })).toBe('builtIn');
  expect(reasonOf(pair('Project', 'Update'), new Set(), all, { ...free, mayEdit: false })).toBe('notAllowed');
  expect(reasonOf(pair('Project', 'Update', false), new Set(), all, free)).toBe('notHeld');
  expect(reasonOf(pair('User', 'Update'), new Set(), all, { ...free, inProjects: true })).toBe('inProjects');
  expect(reasonOf(pair('User', 'Update'), new Set(['Update:User']), all, { ...free, inProjects: true })).toBeNull();
});

test('lists granted and revoked permissions of a change', () => {
  const { gives, takes } = difference(new Set(['View:User']), new Set(['View:Project']), all);
  expect(gives.map((one) => one.permission)).toEqual(['View:Project']);
  expect(takes.map((one) => one.permission)).toEqual(['View:User']);
});
