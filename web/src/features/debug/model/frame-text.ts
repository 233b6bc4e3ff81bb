import type { DecodedReading, LiveFrame } from '../queries';

/** The bytes of a payload in hexadecimal, in pairs. */
function hexOf(base64: string): string {
  return [...atob(base64)].map((c) => c.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()).join(' ');
}

/** A payload for people: text as it is, bytes in hexadecimal. */
export function payloadText(frame: Pick<LiveFrame, 'text' | 'base64'>): string {
  return frame.text || hexOf(frame.base64);
}

/** The values of readings in a line: field = value, with node and channel where there are some. */
export function readingText(reading: DecodedReading): string {
  const values = reading.values.map(
    ({ field, node, value }) => `${node > 0 ? `${node}/` : ''}${field} = ${value === null ? '—' : value}`,
  );
  return `${reading.channelNo > 0 ? `ch ${reading.channelNo}: ` : ''}${values.join('  ')}`;
}

/** Why a frame is refused: what is wrong with which field, else with the whole. */
export function refusalText(reason: string, fields: Record<string, string> | undefined): string {
  const named = Object.entries(fields ?? {}).map(([field, why]) => `${field}: ${why}`);
  return named.length > 0 ? named.join('  ') : reason;
}

/** Frames of the list with those that came since, each once, the newest first. */
export function merged(live: readonly LiveFrame[], listed: readonly LiveFrame[]): LiveFrame[] {
  const key = (frame: LiveFrame) => `${frame.seq}.${frame.index}`;
  const known = new Set(listed.map(key));
  return [...live.filter((frame) => !known.has(key(frame))), ...listed];
}
