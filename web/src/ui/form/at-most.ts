import type { Rule } from 'antd/es/form';

/** The length limit of every note. */
export const noteLength = 500;

/**
 * atMost limits the length of a text, not counting spaces around it, as the server does. A text that is too long stays
 * in the field with an error: a maxLength would silently cut pasted text.
 */
export function atMost(max: number): Rule {
  return { max, transform: (value?: string) => value?.trim() };
}

/** counted shows how many of the allowed characters are used. */
export function counted(max: number) {
  return { max, show: true, strategy: (value: string) => [...value.trim()].length };
}
