/** What a device sent: text, or bytes in base64. */
export interface Payload {
  text: string;
  base64: string;
}

/** The bytes of a payload in hexadecimal, in pairs. */
function hexOf(base64: string): string {
  return [...atob(base64)].map((c) => c.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()).join(' ');
}

/** A payload for people: text as it is, bytes in hexadecimal. */
export function payloadText(frame: Payload): string {
  return frame.text || hexOf(frame.base64);
}

/** Why a frame is refused: what is wrong with which field, else with the whole. */
export function refusalText(reason: string, fields: Record<string, string> | undefined): string {
  const named = Object.entries(fields ?? {}).map(([field, why]) => `${field}: ${why}`);
  return named.length > 0 ? named.join('  ') : reason;
}
