import type { Mark } from '@/entities/alert/mark';
import type { Place } from './geodesy';

/** A place of a track at a time, UTC ms. */
export interface Vertex extends Place {
  t: number;
}

type Line = readonly Vertex[];

/** The way of a tracker on a map. */
export interface Track {
  /** Broken where nothing is known. */
  lines: readonly Line[];
  start: Vertex;
  end: Vertex;
  /** Level of the point, the mark of its end. */
  level: Mark;
  /** Where it should stay: center and radius in m. */
  fence: (Place & { reach: number }) | null;
  /** Where it stayed, in the order of the list. */
  stops: readonly Place[];
  words: { start: string; end: string; fence: string };
}

/** Where a replay is. */
export interface Cursor {
  subscribe: (listener: () => void) => () => void;
  place: () => Vertex & { heading: number | null };
}

/** Colors along a track. */
export const bandCount = 24;

/** The band of a time between the start and the end of a track. */
export function bandOf({ start, end }: Pick<Track, 'start' | 'end'>, t: number): number {
  const share = (t - start.t) / Math.max(1, end.t - start.t);
  return Math.max(0, Math.min(bandCount - 1, Math.floor(share * bandCount)));
}

/** bandsOf cuts the lines of a track into parts of equal time. A step belongs to the band in which it begins. */
export function bandsOf(track: Pick<Track, 'lines' | 'start' | 'end'>): Vertex[][][] {
  const bands: Vertex[][][] = Array.from({ length: bandCount }, () => []);
  for (const line of track.lines) {
    let piece: Vertex[] = [];
    let band = -1;
    line.forEach((vertex, i) => {
      piece.push(vertex);
      const next = bandOf(track, vertex.t);
      if (next === band || i === line.length - 1) return;
      band = next;
      piece = [vertex];
      bands[band]?.push(piece);
    });
  }
  return bands;
}

/** untilTime is the part of lines before a time, up to the place at that time. */
export function untilTime(lines: readonly Line[], now: Vertex): Vertex[][] {
  return lines.flatMap((line) => {
    const first = line[0];
    if (!first || first.t > now.t) return [];
    const passed = line.filter(({ t }) => t <= now.t);
    return [passed.length < line.length ? [...passed, now] : passed];
  });
}
