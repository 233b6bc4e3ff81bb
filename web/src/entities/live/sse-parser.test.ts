import { SseParser } from './sse-parser';

test('finds events in chunks of any size', () => {
  const stream = ': hello\n\nevent: live\ndata: {"project":1}\n\nevent: alert\r\ndata: {"a":\r\ndata: 1}\r\n\r\n';
  const wanted = [
    { event: 'live', data: '{"project":1}' },
    { event: 'alert', data: '{"a":\n1}' },
  ];
  for (let size = 1; size <= stream.length; size++) {
    const parser = new SseParser();
    const found = [];
    for (let at = 0; at < stream.length; at += size) found.push(...parser.push(stream.slice(at, at + size)));
    expect(found).toEqual(wanted);
  }
});

test('holds an incomplete event until its end', () => {
  const parser = new SseParser();
  expect(parser.push('data: x\n')).toEqual([]);
  expect(parser.push('\n')).toEqual([{ event: 'message', data: 'x' }]);
});
