import { answerOf, keepBinding, takeBinding } from './single-sign-on';

test('reads the result of the provider from the URL fragment', () => {
  expect(answerOf('#sso=abc-_1')).toEqual({ code: 'abc-_1' });
  expect(answerOf('#ssoError=8141')).toEqual({ error: 8141 });
  expect(answerOf('#ssoError=x')).toBeNull();
  expect(answerOf('')).toBeNull();
});

test('the stored binding can be taken only once', () => {
  keepBinding({ binding: 'mine', redirect: '/projects?name=x' });
  expect(takeBinding()).toEqual({ binding: 'mine', redirect: '/projects?name=x' });
  expect(takeBinding()).toBeNull();
  sessionStorage.setItem('plumbline.sso', '{');
  expect(takeBinding()).toBeNull();
});
