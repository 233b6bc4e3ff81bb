import type { DecodedReading, LiveFrame } from '../queries';

/** The values of readings in a line: field = value, with node and channel where there are some. */
export function readingText(reading: DecodedReading): string {
  const values = reading.values.map(
    ({ field, node, value }) => `${node > 0 ? `${node}/` : ''}${field} = ${value === null ? '—' : value}`,
  );
  return `${reading.channelNo > 0 ? `ch ${reading.channelNo}: ` : ''}${values.join('  ')}`;
}

/** Frames of the list with those that came since, each once, the newest first. */
export function merged(live: readonly LiveFrame[], listed: readonly LiveFrame[]): LiveFrame[] {
  const key = (frame: LiveFrame) => `${frame.seq}.${frame.index}`;
  const known = new Set(listed.map(key));
  return [...live.filter((frame) => !known.has(key(frame))), ...listed];
}
