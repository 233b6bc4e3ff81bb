// @vitest-environment jsdom
import { mockSession } from '@/test/fixtures/session';
import { useSessionStore } from './session-store';

const store = () => useSessionStore.getState();
const inside = {
  ...mockSession,
  token: 'inside',
  helping: { corporationId: 7, corporationName: 'N', endsAt: 1, edits: false },
};

afterEach(() => store().signOut());

test.each([true, false])('leaving help restores the session of the operator, remembered: %s', (remember) => {
  store().signIn(mockSession, remember);
  store().enterHelp(inside);
  expect(store().session?.token).toBe('inside');
  expect(store().leaveHelp()).toBe(true);
  expect(store().session).toEqual(mockSession);
  expect(store().leaveHelp()).toBe(false);
});

test('signing out while helping clears both sessions', () => {
  store().signIn(mockSession, false);
  store().enterHelp(inside);
  store().signOut();
  expect(sessionStorage.length + localStorage.length).toBe(0);
  expect(store().leaveHelp()).toBe(false);
});
