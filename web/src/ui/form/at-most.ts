import type { Rule } from 'antd/es/form';

/** The characters that a note has room for, wherever one is asked for. */
export const noteLength = 500;

/** atMost is the rule of a text of so many characters, spaces around it not counted, as the server counts. What is too
 *  long stays in the field and is said there: a maxLength would cut what is pasted without a word. */
export function atMost(max: number): Rule {
  return { max, transform: (value?: string) => value?.trim() };
}

/** counted shows how many of the characters are taken. */
export function counted(max: number) {
  return { max, show: true, strategy: (value: string) => [...value.trim()].length };
}
