import { execFileSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { curlLines, pubLine, quote, topicOf } from './howto';
import { sampleBlock, sampleValues } from './sample';

const access = { host: 'data.example.org', port: 8883, tls: true, register: 'LF-01', secret: "a'b$c" };

const label = { zh: '', en: '', 'zh-TW': '' };
const axis = {
  ...{
    level: 'block',
    name: 'vz',
    unit: 'mm/s',
    min: -350,
    max: 350,
    resolution: 0.001,
    label,
    labelKey: '',
    spike: 0,
  },
};

/** The arguments that a shell passes on for these lines, with the last program replaced by one that prints them. */
function run(program: string, lines: string): string[] {
  const show = `${program}() { for word in "$@"; do printf '%s\\0' "$word"; done; }; `;
  return execFileSync('sh', ['-c', show + lines], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
}

describe('shell commands', () => {
  test('mosquitto_pub gets correctly quoted arguments', () => {
    const words = run('mosquitto_pub', pubLine(access, { disp: 0.412 }));
    const wordAfter = (flag: string) => words[words.indexOf(flag) + 1];
    expect([wordAfter('-h'), wordAfter('-p'), wordAfter('-P'), wordAfter('-t')]).toEqual([
      'data.example.org',
      '8883',
      "a'b$c",
      topicOf('LF-01'),
    ]);
    expect(words).toContain('--capath');
    const message = JSON.parse(wordAfter('-m') ?? '');
    expect(message.v).toEqual({ disp: 0.412 });
    expect(Math.abs(message.t - Date.now())).toBeLessThan(60_000);
  });

  test('a vibration recorder sends a block of samples', () => {
    const block = sampleBlock([
      { ...axis, name: 'vx' },
      { ...axis, name: 'vz' },
    ]);
    const words = run('mosquitto_pub', pubLine(access, { block: block as NonNullable<typeof block> }));
    const message = JSON.parse(words[words.indexOf('-m') + 1] ?? '');
    expect(message).toMatchObject({ type: 'block', fs: 64, n: 64, scale: 0.001, unit: 'mm/s', enc: 'i16le-b64' });
    const samples = Buffer.from(message.axes.z, 'base64');
    expect(samples.length).toBe(128);
    expect(Math.max(...Array.from({ length: 64 }, (_, i) => samples.readInt16LE(2 * i)))).toBeGreaterThan(990);
    expect(sampleBlock([{ ...axis, level: 'device' }])).toBeNull();
  });

  test('curl gets a body and a signature over time, path and body', () => {
    const words = run('curl', curlLines('https://x.example', access, { disp: 0.412 }));
    const header = (name: string) => words.find((word) => word.startsWith(`${name}: `))?.slice(name.length + 2);
    const body = words[words.indexOf('-d') + 1] ?? '';
    const text = `${header('X-Time')}\nPOST\n/ingest/v1/LF-01\n${createHash('sha256').update(body).digest('hex')}`;
    expect(words).toContain('https://x.example/ingest/v1/LF-01');
    expect(header('X-Sign')).toBe(createHmac('sha256', access.secret).update(text).digest('hex'));
  });

  test('quotes text that the shell would split or expand', () => {
    expect(quote('plain-1.2/3:4')).toBe('plain-1.2/3:4');
    expect(quote("it's $HOME")).toBe(`'it'\\''s $HOME'`);
  });
});

describe('sample values', () => {
  const field = (name: string, unit: string, min: number | null, max: number | null, resolution = 0.01) => ({
    ...{ level: 'point', name, unit, min, max, resolution, label, labelKey: '', spike: 0 },
  });
  const crack = [
    field('freq', 'Hz', 400, 6000),
    field('temp', '°C', -40, 85),
    field('disp', 'mm', -25, 100),
    field('volt', 'V', -10, 10),
  ];

  test('a digital crack meter sends a width, a vibrating-wire one a frequency', () => {
    expect(sampleValues(crack, 'rs485')).toEqual({ temp: 21.6, disp: 0.412, volt: 3.61 });
    expect(sampleValues(crack, 'vw')).toEqual({ freq: 2463.5, temp: 21.6 });
  });

  test('an unknown field gets a value within its range and resolution, and an image gets none', () => {
    expect(sampleValues([field('x', 'm', 5, 105, 0.5), field('image', '', null, null)])).toEqual({ x: 15 });
    expect(sampleValues([])).toEqual({ temp: 21.6 });
  });
});
