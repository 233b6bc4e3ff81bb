/** One version of a dated aspect, as sent by the server. */
export interface VersionRow {
  id: number;
  aspect: string;
  validFrom: number;
  value: unknown;
  note: string;
  recordedAt: number;
  supersededAt: number;
}

/** A version in force with its number; 1 is the oldest. */
export interface Numbered<T extends VersionRow = VersionRow> {
  no: number;
  version: T;
  /** Differences from the previous version. */
  changes: Change[];
}

export interface Change {
  path: string;
  from: unknown;
  to: unknown;
}

/**
 * standing returns the versions in force of an aspect with their numbers, oldest first; of two with the same start the
 * one recorded later counts.
 */
export function standing<T extends VersionRow>(versions: readonly T[], aspect: string): Numbered<T>[] {
  const own = versions
    .filter((v) => v.aspect === aspect && v.supersededAt === 0)
    .sort((a, b) => a.validFrom - b.validFrom || a.recordedAt - b.recordedAt || a.id - b.id);
  const kept = own.filter((v, i) => own[i + 1]?.validFrom !== v.validFrom);
  return kept.map((version, i) => ({
    no: i + 1,
    version,
    changes: leafDiff(kept[i - 1]?.value ?? {}, version.value),
  }));
}

/** inForce returns the version valid at a time, or null before the first. */
export function inForce<T extends VersionRow>(list: readonly Numbered<T>[], t: number): Numbered<T> | null {
  return list.findLast((one) => one.version.validFrom <= t) ?? null;
}

/** leafDiff lists the leaves in which two JSON values differ, in the order of the second. */
export function leafDiff(before: unknown, after: unknown, path = ''): Change[] {
  if (isTree(before) && isTree(after)) {
    const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
    return names.flatMap((name) => leafDiff(before[name], after[name], path ? `${path}.${name}` : name));
  }
  if (isTree(after))
    return Object.keys(after).flatMap((name) => leafDiff(undefined, after[name], path ? `${path}.${name}` : name));
  if (isTree(before))
    return Object.keys(before).flatMap((name) => leafDiff(before[name], undefined, path ? `${path}.${name}` : name));
  return Object.is(before, after) || empty(before, after) ? [] : [{ path, from: before, to: after }];
}

/** countChanges is how many values differ; an entry of a list that was added or removed is one change. */
export function countChanges(before: unknown, after: unknown): number {
  if (Array.isArray(before) && Array.isArray(after)) {
    const both = Math.min(before.length, after.length);
    const within = before.slice(0, both).reduce((sum: number, one, i) => sum + countChanges(one, after[i]), 0);
    return within + Math.abs(before.length - after.length);
  }
  if (isTree(before) && isTree(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].reduce((sum, name) => sum + countChanges(before[name], after[name]), 0);
  }
  return leafDiff(before, after).length > 0 ? 1 : 0;
}

const empty = (a: unknown, b: unknown) => (a ?? null) === null && (b ?? null) === null;

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * changeText formats a change: twist −1.8 → −2.4. `nameOf` returns the label of the path's last name, `shownOf` the
 * text of a value; list entries are numbered from 1.
 */
export function changeText(
  change: Change,
  nameOf: (leaf: string) => string,
  shownOf: (leaf: string, value: unknown) => unknown,
): string {
  const parts = change.path.split('.');
  const leaf = parts.at(-1) ?? '';
  const show = (value: unknown) => {
    const shown = shownOf(leaf, value) ?? '';
    if (shown === '') return '—';
    return typeof shown === 'number' ? String(shown).replace('-', '−') : String(shown);
  };
  const entry = parts.slice(0, -1).findLast((part) => /^\d+$/.test(part));
  const name = `${entry === undefined ? '' : `${Number(entry) + 1} · `}${nameOf(leaf)}`;
  return change.from === undefined ? `${name} ${show(change.to)}` : `${name} ${show(change.from)} → ${show(change.to)}`;
}
