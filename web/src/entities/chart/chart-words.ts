import type { ChartTheme } from './chart-theme';

/** Texts of a chart. Builders are pure, so texts are passed in already translated. */
export interface ChartWords {
  /** Name of a level, 0 to 4: 正常, 蓝色, 黄色, 橙色, 红色. */
  level: (level: number) => string;
  /** Label of a gap in the readings, given its length in ms. */
  gap: (duration: number) => string;
  /** Label of the time before the first reading of all. */
  before: string;
  /** Label of an abnormal reading, given its value as text. */
  abnormal: (value: string) => string;
  /** A threshold outside the drawn range. */
  beyond: (level: string, value: string) => string;
  /** Full time of a reading in the zone of the project. */
  time: (t: number) => string;
  /** A number with its decimals, or #N/A. */
  number: (v: number | null | undefined, decimals: number) => string;
  /** Name of the nearest of 16 directions, given degrees from north. */
  compass: (degrees: number) => string;
  /** Remark of a reading by the name of its flag; out of range names the range. */
  flag: (name: string, range?: string) => string;
}

/** What every builder needs apart from its data. */
export interface ChartContext {
  theme: ChartTheme;
  words: ChartWords;
  /** IANA zone of the project. */
  zone: string;
  /** Drawn for a phone: tighter margins, fewer labels. */
  narrow: boolean;
  /** Drawn in a panel of a board: margins equal to those of the other panels, no brush; pointed if they share a cursor. */
  panel?: { pointed: boolean };
}
