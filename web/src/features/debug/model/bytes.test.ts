import type { FramePart } from '../queries';
import { differences, frameText, fromHex, hexText, partsOfBytes } from './bytes';

test('bytes are shown in pairs, and long ones cut', () => {
  expect(hexText(fromHex('0103c4'))).toBe('01 03 C4');
  expect(hexText(fromHex('0103c4'), 2)).toBe('01 03 …');
});

test('a frame is text only if all of it is', () => {
  expect(frameText(new TextEncoder().encode('##0101\r\n温度'))).toBe('##0101\r\n温度');
  expect(frameText(fromHex('0103'))).toBeNull();
  expect(frameText(fromHex('41c328'))).toBeNull();
});

test('each byte knows its part', () => {
  const parts = [
    { start: 0, length: 1 },
    { start: 2, length: 2 },
  ] as FramePart[];
  expect([...partsOfBytes(5, parts)]).toEqual([0, -1, 1, 1, -1]);
});

test('compares a frame with an earlier one', () => {
  expect([...differences(fromHex('010203'), fromHex('0104'))]).toEqual([
    [1, 4],
    [2, null],
  ]);
});
