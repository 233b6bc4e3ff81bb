import { payloadText, refusalText } from '@/entities/frame/frame-text';
import type { LiveFrame } from '../queries';
import { byReason, merged, narrowed, readingText, within } from './frame-text';

test('shows bytes in hexadecimal and text unchanged', () => {
  expect(payloadText({ text: '', base64: btoa('\u0001\u0003\u00c4') })).toBe('01 03 C4');
  expect(payloadText({ text: '{"a":1}', base64: '' })).toBe('{"a":1}');
});

test('formats a reading on one line with channel and nodes', () => {
  const values = [
    { field: 'freq', node: 0, value: 2671.8 },
    { field: 'angleX', node: 2, value: null },
  ];
  expect(readingText({ channelNo: 3, time: 0, timeFixed: false, values })).toBe('ch 3: freq = 2671.8  2/angleX = —');
});

test('merges live and listed frames without duplicates, newest first', () => {
  const frame = (seq: number, index = 0) => ({ seq, index }) as LiveFrame;
  expect(merged([frame(5), frame(4)], [frame(4), frame(3)]).map(({ seq }) => seq)).toEqual([5, 4, 3]);
  expect(merged([frame(3)], [frame(5), frame(4)]).map(({ seq }) => seq)).toEqual([5, 4, 3]);
});

test('keeps the frames of a period, which may go on', () => {
  const frames = [{ received: 9 }, { received: 5 }, { received: 2 }] as LiveFrame[];
  const times = (from: number, to: number) => within(frames, { from, to }).map(({ received }) => received);
  expect(times(5, 0)).toEqual([9, 5]);
  expect(times(2, 8)).toEqual([5, 2]);
  expect(within(frames)).toHaveLength(3);
});

test('an error names the field if it is known', () => {
  expect(refusalText('bad', { 't': 'too early', 'v.a': 'no number' })).toBe('t: too early  v.a: no number');
  expect(refusalText('no JSON', undefined)).toBe('no JSON');
});

test('filters frames by direction, errors and text', () => {
  const frames = [
    { kind: 'up', text: '{"FREQ":1}', decoded: { type: 'data', refusal: '' } },
    { kind: 'up', text: 'x', decoded: { type: '', refusal: 'no JSON' } },
    { kind: 'down', text: '{"cmd":"read"}' },
  ] as LiveFrame[];
  const texts = (way: Parameters<typeof narrowed>[1]['way'], text = '') =>
    narrowed(frames, { way, text }).map((frame) => frame.text);
  expect(texts('all')).toHaveLength(3);
  expect(texts('down')).toEqual(['{"cmd":"read"}']);
  expect(texts('wrong')).toEqual(['x']);
  expect(texts('up', ' freq ')).toEqual(['{"FREQ":1}']);
});

test('groups dead frames by reason, ignoring the record index', () => {
  const groups = byReason([
    { reason: 'bad', fields: { 'records[2].t': 'too early' } },
    { reason: 'no JSON' },
    { reason: 'bad', fields: { 'records[7].t': 'too early' } },
  ]);
  expect(groups.map(({ reason, frames }) => [reason, frames.length])).toEqual([
    ['records[2].t: too early', 2],
    ['no JSON', 1],
  ]);
});
