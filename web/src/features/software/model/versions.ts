/** Names are type-x.x.x.x-note.hsf. */
const nameRule = /^[A-Za-z0-9_]{1,40}-\d{1,5}(\.\d{1,5}){3}-[A-Za-z0-9._+-]{1,40}\.hsf$/;
const mostBytes = 16 * 1024 * 1024;

/** Why a file cannot be sent; undefined if it can. */
export function problemOf({
  name,
  size,
}: {
  name: string;
  size: number;
}): 'badName' | 'tooLarge' | 'empty' | undefined {
  if (!nameRule.test(name)) return 'badName';
  if (size > mostBytes) return 'tooLarge';
  return size === 0 ? 'empty' : undefined;
}

/** Reports whether version x.x.x.x is newer than another; false for a malformed one. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number));
  for (let i = 0; i < 4; i++) {
    const [left, right] = [a?.[i] ?? Number.NaN, b?.[i] ?? Number.NaN];
    if (left !== right) return left > right;
  }
  return false;
}
