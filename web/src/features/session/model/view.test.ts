import { addressOf, viewOf } from './view';

test('an unknown view falls back to sign-in', () => {
  expect(viewOf(new URLSearchParams('view=register'))).toBe('register');
  expect(viewOf(new URLSearchParams('view=nonsense'))).toBe('sign-in');
  expect(viewOf(new URLSearchParams())).toBe('sign-in');
});

test('switching views keeps the redirect in the URL', () => {
  const search = new URLSearchParams('redirect=/alerts?page=2');
  expect(addressOf(search, 'forgot')).toBe('/sign?redirect=%2Falerts%3Fpage%3D2&view=forgot');
  expect(addressOf(new URLSearchParams(addressOf(search, 'forgot').split('?')[1]), 'sign-in')).toBe(
    '/sign?redirect=%2Falerts%3Fpage%3D2',
  );
  expect(addressOf(new URLSearchParams('view=forgot'), 'sign-in')).toBe('/sign');
});
