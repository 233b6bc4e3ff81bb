import { refusalText } from '@/entities/frame/frame-text';
import type { DecodedReading, LiveFrame } from '../queries';

/** The values of readings in one line: field = value, with node and channel if any. */
export function readingText(reading: DecodedReading): string {
  const values = reading.values.map(
    ({ field, node, value }) => `${node > 0 ? `${node}/` : ''}${field} = ${value === null ? '—' : value}`,
  );
  return `${reading.channelNo > 0 ? `ch ${reading.channelNo}: ` : ''}${values.join('  ')}`;
}

/** The place of a frame in the journal. */
export const keyOfFrame = (frame: Pick<LiveFrame, 'seq' | 'index'>): string => `${frame.seq}.${frame.index}`;

/** Merges listed and newer frames, without duplicates, newest first. */
export function merged(live: readonly LiveFrame[], listed: readonly LiveFrame[]): LiveFrame[] {
  const known = new Set(listed.map(keyOfFrame));
  return [...live.filter((frame) => !known.has(keyOfFrame(frame))), ...listed].sort(
    (a, b) => b.seq - a.seq || b.index - a.index,
  );
}

/** Frames that were received in a period, if one is given; to 0: without an end. */
export function within(frames: LiveFrame[], period?: { from: number; to: number }): LiveFrame[] {
  if (!period) return frames;
  return frames.filter(({ received }) => received >= period.from && (period.to === 0 || received <= period.to));
}

/** The filter of frames. */
export interface Narrowed {
  way: 'all' | 'up' | 'down' | 'wrong';
  text: string;
}

/** Frames of one direction, or refused ones, whose text or decoded values contain a text. */
export function narrowed(frames: readonly LiveFrame[], { way, text }: Narrowed): LiveFrame[] {
  const wanted = text.trim().toLowerCase();
  return frames.filter((frame) => {
    if (way === 'wrong' && !frame.decoded?.refusal) return false;
    if ((way === 'up' || way === 'down') && isDown(frame.kind) !== (way === 'down')) return false;
    return `${frame.text} ${frame.decoded?.type ?? ''}`.toLowerCase().includes(wanted);
  });
}

interface Reasoned {
  reason: string;
  fields?: Record<string, string>;
}

/** Frames by why they are dead, the most frequent reason first; numbers, as of entries and times, make no difference. */
export function byReason<Frame extends Reasoned>(frames: readonly Frame[]): { reason: string; frames: Frame[] }[] {
  const groups = new Map<string, { reason: string; frames: Frame[] }>();
  for (const frame of frames) {
    const reason = refusalText(frame.reason, frame.fields);
    const key = reason.replaceAll(/\d+/g, '#');
    const group = groups.get(key) ?? { reason, frames: [] };
    group.frames.push(frame);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.frames.length - a.frames.length);
}

/** Whether the platform sent a frame. */
export function isDown(kind: LiveFrame['kind']): boolean {
  return kind === 'down' || kind === 'unanswered';
}
