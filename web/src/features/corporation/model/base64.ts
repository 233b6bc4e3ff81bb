/** The base64 of a small file. */
export function base64Of(content: ArrayBuffer): string {
  return btoa(Array.from(new Uint8Array(content), (byte) => String.fromCharCode(byte)).join(''));
}
