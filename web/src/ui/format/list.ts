import { currentLanguage } from '@/ui/i18n/i18n';

/** Joins words with the separator of the current language. */
export function listText(words: readonly string[]): string {
  return words.join(currentLanguage() === 'en' ? ', ' : '、');
}

/** A label within a sentence: an English word is lower-cased, a symbol such as X is not. */
export function inSentence(label: string): string {
  return label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
}
