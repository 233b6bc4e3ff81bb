import { addressKind, channelOf, isAddress } from './address';

test.each([
  ['li@example.com', true],
  [' 13800138000 ', true],
  ['1380013800', false],
  ['li@example', false],
  ['li', false],
  ['', false],
])('%j is a valid address: %s', (text, expected) => {
  expect(isAddress(text)).toBe(expected);
});

test('the address field follows the channels that can send a code', () => {
  expect(addressKind(['mail', 'sms'])).toBe('both');
  expect(addressKind(['sms'])).toBe('sms');
  expect(addressKind(['mail'])).toBe('mail');
  expect(channelOf('li@example.com')).toBe('mail');
  expect(channelOf('13800138000')).toBe('sms');
});
