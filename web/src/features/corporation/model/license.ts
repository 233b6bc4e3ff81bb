/** A registration code has exactly 44 characters, the base64 of 32 bytes. */
export const codePattern = /^[A-Za-z0-9+/]{43}=$/;

const dayMs = 86_400_000;

/** Whole days until the end of a day (YYYY-MM-DD, UTC); undefined for no end. */
export function daysLeft(until: string, now: number): number | undefined {
  if (until === '') return undefined;
  return Math.max(0, Math.floor((Date.parse(`${until}T00:00:00Z`) + dayMs - now) / dayMs));
}
