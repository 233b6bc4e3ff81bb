import type { ValueType } from '../../model/types';

/** What the table can show: the results, everything, or what the device sent. */
export const contents = ['results', 'all', 'raw'] as const;
export type Content = (typeof contents)[number];

const types: Record<Content, readonly (ValueType | 'raw')[]> = {
  results: ['observed', 'accumulated', 'rate'],
  all: ['raw', 'observed', 'accumulated', 'change', 'rate'],
  raw: ['raw'],
};

/** contentOf is what the address asks for, by default the results. */
export function contentOf(mode: string | null): Content {
  return contents.find((one) => one === mode) ?? 'results';
}

/** columnsOf are the kinds of values that stand in columns. */
export function columnsOf(content: Content): readonly (ValueType | 'raw')[] {
  return types[content];
}
