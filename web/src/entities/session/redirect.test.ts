import { safeRedirect, signPath } from './redirect';

test.each([
  ['/projects/3/alerts?level=4', '/projects/3/alerts?level=4'],
  [null, '/dashboard'],
  ['', '/dashboard'],
  ['https://elsewhere.example', '/dashboard'],
  ['//elsewhere.example', '/dashboard'],
  ['/\\elsewhere.example', '/dashboard'],
  ['/sign?redirect=/sign', '/dashboard'],
])('after sign-in, %s redirects to %s', (target, path) => {
  expect(safeRedirect(target)).toBe(path);
});

test('the sign-in path keeps the current page, except for the home page', () => {
  expect(signPath('/projects?name=a b')).toBe('/sign?redirect=%2Fprojects%3Fname%3Da%20b');
  expect(signPath('/dashboard')).toBe('/sign');
});
