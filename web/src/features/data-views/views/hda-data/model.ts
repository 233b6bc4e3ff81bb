import type { ValueType } from '../../model/types';

/** Contents of the table: results, everything, or the raw fields. */
export const contents = ['results', 'all', 'raw'] as const;
export type Content = (typeof contents)[number];

const types: Record<Content, readonly (ValueType | 'raw')[]> = {
  results: ['observed', 'accumulated', 'rate'],
  all: ['raw', 'observed', 'accumulated', 'change', 'rate'],
  raw: ['raw'],
};

/** contentOf returns the content named in the address, by default the results. */
export function contentOf(mode: string | null): Content {
  return contents.find((one) => one === mode) ?? 'results';
}

/** columnsOf returns the groups of columns. */
export function columnsOf(content: Content): readonly (ValueType | 'raw')[] {
  return types[content];
}
