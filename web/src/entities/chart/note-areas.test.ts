import { describe, expect, it } from 'vitest';
import { chartTheme } from './chart-theme';
import type { ChartContext } from './chart-words';
import { noteAreas, notesAt } from './note-areas';

const context = { theme: chartTheme.white, zone: 'UTC', narrow: true } as ChartContext;
const note = (id: number, from: number, to: number, text: string) => ({ id, from, to, text });
const drawn = { range: [0, 1000] as const, window: null };

function labels(notes: ReturnType<typeof note>[], window: [number, number] | null = null): string[] {
  const series = noteAreas({ ...drawn, notes, window }, 0, context) as { markArea: { data: { name: string }[][] } };
  return series.markArea.data.map((area) => area[0]?.name ?? '');
}

describe('notes of a chart', () => {
  it('cuts off a text that would reach the next note, down to the sign', () => {
    const list = [
      note(1, 0, 10, 'anchor load test of the second row'),
      note(2, 400, 500, 'storm'),
      note(3, 950, 950, 'rain'),
    ];
    const [first, second, third] = labels(list);
    expect(first).toMatch(/^※ anchor.*…$/);
    expect(second).toBe('※ storm');
    expect(third).toBe('※');
  });
  it('draws those in view', () => {
    expect(labels([note(1, 0, 10, 'storm'), note(2, 400, 900, 'rain')], [500, 1000])).toEqual(['※ rain']);
  });
  it('names those at a time', () => {
    const notes = [note(1, 100, 200, 'storm'), { ...note(2, 150, 150, 'bird'), correction: true }];
    expect(notesAt({ ...drawn, notes }, 150)).toEqual(['※ storm', '▽ bird']);
    expect(notesAt({ ...drawn, notes }, 190)).toEqual(['※ storm']);
    expect(notesAt({ ...drawn, notes }, 300)).toEqual([]);
  });
});
