/** The payload of a device: text, or bytes in base64. */
export interface Payload {
  text: string;
  base64: string;
}

function hexOf(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(' ');
}

/** The bytes of a payload in hexadecimal, in pairs. */
export function payloadHex({ text, base64 }: Payload): string {
  return hexOf(text ? new TextEncoder().encode(text) : Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));
}

/** A payload for display: text unchanged, bytes in hexadecimal. */
export function payloadText(frame: Payload): string {
  return frame.text || payloadHex(frame);
}

/** Why a frame is refused: the fields and their faults, or the fault of the whole frame. */
export function refusalText(reason: string, fields: Record<string, string> | undefined): string {
  const named = Object.entries(fields ?? {}).map(([field, why]) => `${field}: ${why}`);
  return named.length > 0 ? named.join('  ') : reason;
}
