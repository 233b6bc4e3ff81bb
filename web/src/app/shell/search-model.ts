import type { Mark } from '@/entities/alert/mark';

/** A search result: a page or object to open, or a command to run. */
export interface Target {
  kind: 'project' | 'point' | 'device' | 'page' | 'command';
  id: number | string;
  name: string;
  /** Its location or number: shown after the name and searched too. */
  hint: string;
  /** Points only: the level, or that there is none. */
  mark?: Mark;
  go: string | (() => void);
}

const most = 30;
const withoutText: readonly Target['kind'][] = ['project', 'page'];

/**
 * Rank of a match: 0 the name starts with the text, 1 contains it, 2 only the hint contains it; undefined for no
 * match.
 */
function nearness(target: Target, text: string): number | undefined {
  const name = target.name.toLowerCase();
  if (name.startsWith(text)) return 0;
  if (name.includes(text)) return 1;
  return target.hint.toLowerCase().includes(text) ? 2 : undefined;
}

/** Matches of a text, best first, at most 30. An empty text lists projects and pages. */
export function searchTargets(targets: readonly Target[], typed: string): Target[] {
  const text = typed.trim().toLowerCase();
  if (text === '')
    return withoutText.flatMap((kind) => targets.filter((target) => target.kind === kind)).slice(0, most);
  return targets
    .map((target) => ({ target, rank: nearness(target, text) }))
    .filter((entry): entry is { target: Target; rank: number } => entry.rank !== undefined)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map((entry) => entry.target);
}
