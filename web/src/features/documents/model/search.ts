import type { Chapter } from '../../../../scripts/guide.mjs';

/** A section of the guide that contains the searched text, with its context. */
export interface Hit {
  chapter: string;
  section: string;
  title: string;
  before: string;
  match: string;
  after: string;
}

const around = 36;
const most = 50;

/** Occurrences of a text in the guide, in order; titles included. */
export function searchGuide(guide: ReadonlyMap<string, Chapter>, typed: string): Hit[] {
  const text = typed.trim().toLowerCase();
  if (text === '') return [];
  const hits: Hit[] = [];
  for (const [chapter, { sections }] of guide) {
    for (const section of sections) {
      const plain = section.text.replace(/[*`]/g, '').trim();
      const at = plain.toLowerCase().indexOf(text);
      if (at < 0 && !section.title.toLowerCase().includes(text)) continue;
      const from = Math.max(0, at);
      hits.push({
        chapter,
        section: section.id,
        title: section.title,
        before: at < 0 ? '' : (from > around ? '…' : '') + plain.slice(Math.max(0, from - around), from),
        match: at < 0 ? '' : plain.slice(from, from + text.length),
        after: plain.slice(at < 0 ? 0 : from + text.length).slice(0, around),
      });
      if (hits.length === most) return hits;
    }
  }
  return hits;
}
