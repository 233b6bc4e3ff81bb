import { markRank } from '@/entities/alert/mark';
import type { Site } from './site';

const most = 8;

/** Sites whose names contain a text: those that start with it first, then by level. */
export function matchingSites(sites: readonly Site[], text: string): Site[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === '') return [];
  const begins = (site: Site) => Number(site.name.toLocaleLowerCase().startsWith(wanted));
  return sites
    .filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
    .sort((a, b) => begins(b) - begins(a) || markRank(b.level) - markRank(a.level) || a.name.localeCompare(b.name))
    .slice(0, most);
}
