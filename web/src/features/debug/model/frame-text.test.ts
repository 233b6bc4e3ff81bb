import { payloadText, refusalText } from '@/shared/frames/frame-text';
import type { LiveFrame } from '../queries';
import { merged, readingText } from './frame-text';

test('bytes are shown in hexadecimal, text as it is', () => {
  expect(payloadText({ text: '', base64: btoa('\u0001\u0003\u00c4') })).toBe('01 03 C4');
  expect(payloadText({ text: '{"a":1}', base64: '' })).toBe('{"a":1}');
});

test('a reading stands in a line, with its channel and nodes', () => {
  const values = [
    { field: 'freq', node: 0, value: 2671.8 },
    { field: 'angleX', node: 2, value: null },
  ];
  expect(readingText({ channelNo: 3, time: 0, timeFixed: false, values })).toBe('ch 3: freq = 2671.8  2/angleX = —');
});

test('what came live is shown once, before what was listed', () => {
  const frame = (seq: number, index = 0) => ({ seq, index }) as LiveFrame;
  expect(merged([frame(5), frame(4)], [frame(4), frame(3)]).map(({ seq }) => seq)).toEqual([5, 4, 3]);
});

test('a refusal names the field where it can', () => {
  expect(refusalText('bad', { 't': 'too early', 'v.a': 'no number' })).toBe('t: too early  v.a: no number');
  expect(refusalText('no JSON', undefined)).toBe('no JSON');
});
