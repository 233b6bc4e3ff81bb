/** A file of the rule type-x.x.x.x-note.hsf, refused before it is sent where it is not. */
export const nameRule = /^[A-Za-z0-9_]{1,40}-\d{1,5}(\.\d{1,5}){3}-[A-Za-z0-9._+-]{1,40}\.hsf$/;

/** Whether a version x.x.x.x is newer than another; one that is not of this form is not. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number));
  for (let i = 0; i < 4; i++) {
    const [left, right] = [a?.[i] ?? Number.NaN, b?.[i] ?? Number.NaN];
    if (left !== right) return left > right;
  }
  return false;
}
