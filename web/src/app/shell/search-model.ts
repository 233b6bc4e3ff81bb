import type { Mark } from '@/entities/alert/mark';

/** Something that one can go to, or have done, by its name. */
export interface Target {
  kind: 'project' | 'point' | 'device' | 'page' | 'command';
  id: number | string;
  name: string;
  /** Where it is, or its number: shown after the name and searched too. */
  hint: string;
  /** Of a point: its level, or that it has none. */
  mark?: Mark;
  go: string | (() => void);
}

const most = 30;
const withoutText: readonly Target['kind'][] = ['project', 'page'];

/** How well a name fits: 0 begins with the text, 1 has it inside, 2 has it only in the hint; undefined not at all. */
function nearness(target: Target, text: string): number | undefined {
  const name = target.name.toLowerCase();
  if (name.startsWith(text)) return 0;
  if (name.includes(text)) return 1;
  return target.hint.toLowerCase().includes(text) ? 2 : undefined;
}

/** What fits a text, the best first, at most 30. Nothing typed shows the projects and the pages. */
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
