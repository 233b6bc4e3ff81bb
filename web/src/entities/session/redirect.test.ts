import { safeRedirect, signPath } from './redirect';

test.each([
  ['/projects/3/alerts?level=4', '/projects/3/alerts?level=4'],
  [null, '/dashboard'],
  ['', '/dashboard'],
  ['https://elsewhere.example', '/dashboard'],
  ['//elsewhere.example', '/dashboard'],
  ['/\\elsewhere.example', '/dashboard'],
  ['/sign?redirect=/sign', '/dashboard'],
])('after signing in, %s leads to %s', (target, path) => {
  expect(safeRedirect(target)).toBe(path);
});

test('sign-in keeps where one was, and nothing for home', () => {
  expect(signPath('/projects?name=a b')).toBe('/sign?redirect=%2Fprojects%3Fname%3Da%20b');
  expect(signPath('/dashboard')).toBe('/sign');
});
