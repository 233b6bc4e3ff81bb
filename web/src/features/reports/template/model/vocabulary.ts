import type { Label } from '@/api/catalog';
import type { components } from '@/api/schema.gen';

export type Word = components['schemas']['Word'];

/** The groups of placeholders in the order in which they are listed. */
export const groups = [
  'project',
  'report',
  'texts',
  'summary',
  'signatures',
  'repeated',
  'rows',
  'measurements',
  'holes',
  'pictures',
  'views',
  'filters',
] as const;
export type Group = (typeof groups)[number];

/** Where a value belongs that may stand anywhere, by the beginning of its name. */
const beginnings: readonly [string, Group][] = [
  ['project.', 'project'],
  ['report.', 'report'],
  ['weather', 'texts'],
  ['working', 'texts'],
  ['conclusion', 'texts'],
  ['advice', 'texts'],
  ['signature.', 'signatures'],
  ['measurement.', 'measurements'],
  ['hole.', 'holes'],
];

export function groupOf({ kind, name, within }: Word): Group {
  switch (kind) {
    case 'list':
    case 'block':
      return 'repeated';
    case 'picture':
      return 'pictures';
    case 'view':
      return 'views';
    case 'filter':
      return 'filters';
  }
  const found = beginnings.find(([beginning]) => name.startsWith(beginning))?.[1];
  if (found && (within.length === 0 || found === 'measurements' || found === 'holes')) return found;
  return within.length > 0 ? 'rows' : 'summary';
}

/** The words that fit what a person looks for, by group; groups without one are left out. */
export function wordsFor(words: readonly Word[], text: string, say: (label: Label) => string): [Group, Word[]][] {
  const wanted = text.trim().toLowerCase();
  const fits = (word: Word) =>
    [word.name, say(word.label), say(word.explain), say(word.example)].some((one) =>
      one.toLowerCase().includes(wanted),
    );
  const found = words.filter(fits);
  return groups
    .map((group): [Group, Word[]] => [group, found.filter((word) => groupOf(word) === group)])
    .filter(([, list]) => list.length > 0);
}

/** Whether a word is the one of a placeholder: some names are both a value and a list. */
export function isAbout({ name, kind }: Word, place: Pick<components['schemas']['Place'], 'name' | 'state'>): boolean {
  if (name !== place.name) return false;
  if (place.state === 'loop') return kind === 'list' || kind === 'block';
  return kind === place.state;
}
