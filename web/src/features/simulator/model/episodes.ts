import type { components } from '@/api/schema.gen';

export type Episode = components['schemas']['SimulatedEpisode'];
export type Change = 'same' | 'higher' | 'lower' | 'gone' | 'new';

/** Alerts of both sets at the same time: one line of the table. */
export interface EpisodeLine {
  opened: number;
  /** 0: ongoing. */
  ended: number;
  value: number;
  time: number;
  node: number;
  /** The highest level with each set; 0: no alert. */
  current: number;
  draft: number;
  change: Change;
  false: boolean;
}

/** The alerts of two sets side by side: those that overlap in time are one line. Newest first. */
export function episodeLines(current: readonly Episode[], draft: readonly Episode[]): EpisodeLine[] {
  const all = [
    ...current.map((episode) => ({ episode, set: 'current' as const })),
    ...draft.map((episode) => ({ episode, set: 'draft' as const })),
  ].sort((a, b) => a.episode.opened - b.episode.opened);
  const lines: EpisodeLine[] = [];
  for (const { episode: e, set } of all) {
    const last = lines[lines.length - 1];
    if (last && (last.ended === 0 || e.opened < last.ended)) {
      last[set] = Math.max(last[set], e.level);
      last.ended = last.ended === 0 || e.ended === 0 ? 0 : Math.max(last.ended, e.ended);
      last.false ||= e.false;
      if (Math.abs(e.value) > Math.abs(last.value)) Object.assign(last, { value: e.value, time: e.time, node: e.node });
    } else {
      const { opened, ended, value, time, node } = e;
      lines.push({
        opened,
        ended,
        value,
        time,
        node,
        current: 0,
        draft: 0,
        change: 'same',
        false: e.false,
        [set]: e.level,
      });
    }
  }
  for (const line of lines) line.change = changeOf(line.current, line.draft);
  return lines.reverse();
}

function changeOf(current: number, draft: number): Change {
  if (draft === 0) return 'gone';
  if (current === 0) return 'new';
  return draft === current ? 'same' : draft > current ? 'higher' : 'lower';
}

/** The sum of counts or hours from a level up; the list begins with blue. */
export const fromLevel = (list: readonly number[], level: number) =>
  list.slice(level - 1).reduce((sum, n) => sum + n, 0);
