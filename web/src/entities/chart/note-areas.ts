import type { SeriesOption } from 'echarts';
import { zoneShift } from '@/ui/format/zoned';
import type { ChartContext } from './chart-words';

/** What people wrote about a span of time. */
export interface ChartNote {
  id: number;
  from: number;
  /** The same as from for a moment. */
  to: number;
  /** With the name of the point where several are shown. */
  text: string;
  /** A correction of the readings of the span, not a note. */
  correction?: boolean;
}

const signOf = ({ correction }: ChartNote) => (correction ? '▽' : '※');
/** Longer texts are cut off in the chart; the tooltip and the list below have all of it. */
const mostCharacters = 20;
/** Of two labels closer than this share of the range only the sign of the second remains. */
const leastShare = 0.14;

interface Drawn {
  notes: readonly ChartNote[];
  range: readonly [number, number];
  /** The visible part; null for all of it. */
  window: readonly [number, number] | null;
}

/** noteAreas shades the spans of notes in a plot; the first plot also has their texts. */
export function noteAreas({ notes, range, window }: Drawn, index: number, context: ChartContext): SeriesOption {
  const { theme } = context;
  const zone = zoneShift(context.zone);
  const [from, to] = window ?? range;
  const inView = notes.filter((note) => note.from <= to && note.to >= from).sort((a, b) => a.from - b.from);
  let last = Number.NEGATIVE_INFINITY;
  const labels = inView.map((note) => {
    const at = Math.max(note.from, from);
    const room = at - last >= (to - from) * leastShare;
    if (room) last = at;
    return room ? `${signOf(note)} ${short(note.text)}` : signOf(note);
  });
  const edge = (note: ChartNote) => [...new Set([note.from, note.to])].filter((t) => t >= range[0] && t <= range[1]);
  return {
    id: `notes:${index}`,
    type: 'line',
    xAxisIndex: index,
    yAxisIndex: index,
    silent: true,
    animation: false,
    data: [],
    markArea: {
      silent: true,
      animation: false,
      itemStyle: { color: theme.link, opacity: 0.1 },
      label: { show: index === 0, position: 'insideTopLeft', color: theme.text2, fontSize: 11, distance: 4 },
      data: inView.map((note, i) => [
        {
          name: labels[i] as string,
          xAxis: zone.to(Math.max(note.from, range[0])),
          ...(note.correction ? { itemStyle: { color: theme.abnormal, opacity: 0.12 } } : {}),
        },
        { xAxis: zone.to(Math.min(note.to, range[1])) },
      ]),
    },
    markLine: {
      silent: true,
      animation: false,
      symbol: 'none',
      label: { show: false },
      lineStyle: { color: theme.link, width: 1, type: [4, 3], opacity: 0.7 },
      data: inView.flatMap((note) =>
        edge(note).map((t) => ({
          xAxis: zone.to(t),
          ...(note.correction ? { lineStyle: { color: theme.abnormal } } : {}),
        })),
      ),
    },
  };
}

function short(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ')];
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters).join('')}…` : characters.join('');
}

/** notesAt lists the notes of a time, or so close to it that the pointer cannot tell. */
export function notesAt({ notes, range, window }: Drawn, t: number): string[] {
  const [from, to] = window ?? range;
  const reach = (to - from) * 0.004;
  return notes
    .filter((note) => note.from - reach <= t && note.to + reach >= t)
    .map((note) => `${signOf(note)} ${note.text}`);
}
