import type { Language } from '@/ui/i18n/languages';
import type { Chapter } from '../../../../scripts/guide.mjs';

const files = import.meta.glob<Chapter>('../../../../../docs/user/*/*.md', { import: 'default' });

/** The file of a chapter: docs/user/<language>/<number>-<name>.md. */
const parts = /\/user\/([^/]+)\/\d+-([a-z-]+)\.md$/;

/** A chapter as rendered at build time. */
export async function loadChapter(language: Language, name: string): Promise<Chapter> {
  for (const [path, load] of Object.entries(files)) {
    const [, ofLanguage, ofName] = parts.exec(path) ?? [];
    if (ofLanguage === language && ofName === name) return load();
  }
  throw new Error(`the guide has no chapter ${name} in ${language}`);
}

/** All chapters of a language by name, in their order. */
export async function loadGuide(language: Language): Promise<Map<string, Chapter>> {
  const guide = new Map<string, Chapter>();
  for (const path of Object.keys(files).sort()) {
    const [, ofLanguage, name = ''] = parts.exec(path) ?? [];
    if (ofLanguage === language) guide.set(name, await loadChapter(language, name));
  }
  return guide;
}
