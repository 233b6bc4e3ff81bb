/** Which record of a device: its begin, UTC ms, and the channel, 0 for the device itself. */
export interface RecordKey {
  channelNo: number;
  time: number;
}

/** A record in the address: the time, behind the channel if there is one. */
export const recordText = ({ channelNo, time }: RecordKey): string => (channelNo ? `${channelNo}.${time}` : `${time}`);

/** Reads a record from the address; null if it names none. */
export function recordKey(text: string | null): RecordKey | null {
  const found = /^(?:(\d{1,5})\.)?(\d{1,15})$/.exec(text ?? '');
  return found ? { channelNo: Number(found[1] ?? 0), time: Number(found[2]) } : null;
}
