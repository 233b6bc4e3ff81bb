import type { SeriesOption } from 'echarts';
import { zoneShift } from '@/ui/format/zoned';
import type { ChartContext } from './chart-words';
import { textWidth } from './text-width';

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
/** Widths in px that a plot has at least; texts that do not fit before the next note are cut off. */
const plotWidth = { narrow: 260, wide: 560 };
const fontSize = 11;

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
  const scale = (context.narrow ? plotWidth.narrow : plotWidth.wide) / (to - from);
  const labels = inView.map((note, i) => {
    const next = inView[i + 1]?.from ?? to;
    return fitting(note, (next - Math.max(note.from, from)) * scale - fontSize);
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
      label: { show: index === 0, position: 'insideTopLeft', color: theme.text2, fontSize, distance: 4 },
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

/** The sign of a note and as much of its text as fits into a width in px; the tooltip and the list have all of it. */
function fitting(note: ChartNote, width: number): string {
  const characters = [...note.text.replace(/\s+/g, ' ')];
  const whole = `${signOf(note)} ${characters.join('')}`;
  if (textWidth(whole, fontSize) <= width) return whole;
  let count = characters.length;
  const cut = () => `${signOf(note)} ${characters.slice(0, count).join('')}…`;
  while (count > 0 && textWidth(cut(), fontSize) > width) count--;
  return count < 3 ? signOf(note) : cut();
}

/** notesAt lists the notes of a time, or so close to it that the pointer cannot tell. */
export function notesAt({ notes, range, window }: Drawn, t: number): string[] {
  const [from, to] = window ?? range;
  const reach = (to - from) * 0.004;
  return notes
    .filter((note) => note.from - reach <= t && note.to + reach >= t)
    .map((note) => `${signOf(note)} ${note.text}`);
}
