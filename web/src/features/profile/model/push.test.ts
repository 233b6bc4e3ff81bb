import { expect, test } from 'vitest';
import { base64url, obstacleIn } from './push';

const able = {
  isSecureContext: true,
  navigator: { serviceWorker: {} },
  PushManager: {},
  Notification: { permission: 'default' as NotificationPermission },
};

test('the first obstacle counts', () => {
  expect(obstacleIn(able)).toBe('');
  expect(obstacleIn({ isSecureContext: false, navigator: {} })).toBe('insecure');
  expect(obstacleIn({ ...able, navigator: {} })).toBe('unsupported');
  expect(obstacleIn({ ...able, PushManager: undefined })).toBe('unsupported');
  expect(obstacleIn({ isSecureContext: true, navigator: able.navigator, PushManager: {} })).toBe('unsupported');
  expect(obstacleIn({ ...able, Notification: { permission: 'denied' } })).toBe('denied');
  expect(obstacleIn({ ...able, Notification: { permission: 'granted' } })).toBe('');
});

test('keys are compared in base64url', () => {
  expect(base64url(new Uint8Array([251, 255, 254, 1]))).toBe('-__-AQ');
});
