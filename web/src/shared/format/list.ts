import { currentLanguage } from '@/shared/i18n/i18n';

/** Words one after another, as the language on the screen parts them. */
export function listText(words: readonly string[]): string {
  return words.join(currentLanguage() === 'en' ? ', ' : '、');
}
