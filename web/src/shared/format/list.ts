import { currentLanguage } from '@/shared/i18n/i18n';

/** Words one after another, as the language on the screen parts them. */
export function listText(words: readonly string[]): string {
  return words.join(currentLanguage() === 'en' ? ', ' : '、');
}

/** A label as it stands inside of a line: an English word loses its capital, a symbol such as X keeps it. */
export function inSentence(label: string): string {
  return label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
}
