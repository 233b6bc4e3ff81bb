import type { components } from '@/api/schema.gen';

export type HandlingText = components['schemas']['AlertHandlingText'];
export type HandlingLists = Record<Listed, HandlingText[]>;
export const listed = ['causes', 'measures'] as const;
export type Listed = (typeof listed)[number];

/** The most entries of a list. */
export const mostEntries = 30;

/** moved returns the list with one entry a place up (-1) or down (1). */
export function moved<T>(list: readonly T[], from: number, by: 1 | -1): T[] {
  const next = [...list];
  const [entry] = next.splice(from, 1);
  if (entry !== undefined) next.splice(from + by, 0, entry);
  return next;
}

/** fallback is the text that a language without one shows, as on the server. */
export function fallback(entry: HandlingText, language: keyof HandlingText): string {
  const order = { 'zh': ['zh-TW', 'en'], 'en': ['zh', 'zh-TW'], 'zh-TW': ['zh', 'en'] } as const;
  return order[language].map((one) => entry[one]?.trim()).find(Boolean) ?? '';
}
