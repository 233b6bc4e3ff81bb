import type { Payload } from '@/entities/frame/frame-text';
import type { FramePart } from '../queries';

/** The bytes of a payload. */
export function payloadBytes({ text, base64 }: Payload): Uint8Array {
  return text ? new TextEncoder().encode(text) : Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
}

/** Bytes of a hexadecimal text without spaces. */
export function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function hexPair(byte: number): string {
  return byte.toString(16).padStart(2, '0').toUpperCase();
}

/** Bytes as pairs in hexadecimal; with `most`, what is longer ends in an ellipsis. */
export function hexText(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): string {
  const shown = Array.from(bytes.subarray(0, most), hexPair).join(' ');
  return bytes.length > most ? `${shown} …` : shown;
}

/** The text of a frame whose bytes are all text; null: they are not. */
export function frameText(bytes: Uint8Array): string | null {
  if (bytes.some((byte) => (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) || byte === 0x7f))
    return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** One byte as a character; a dot if it has none. */
export function asciiOf(byte: number): string {
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·';
}

/** For each byte the index of its part; -1: none. */
export function partsOfBytes(length: number, parts: readonly FramePart[]): Int32Array {
  const owners = new Int32Array(length).fill(-1);
  parts.forEach(({ start, length: n }, i) => {
    owners.fill(i, start, start + n);
  });
  return owners;
}

/** The offsets at which two frames differ, with the earlier byte; null: there was none. */
export function differences(bytes: Uint8Array, before: Uint8Array): Map<number, number | null> {
  const found = new Map<number, number | null>();
  bytes.forEach((byte, at) => {
    if (byte !== before[at]) found.set(at, before[at] ?? null);
  });
  return found;
}
