import { useSearchParams } from 'react-router';
import type { Filter } from './queries';

const digits = (text: string | null) => (text && /^\d+$/.test(text) ? Number(text) : 0);

/** The filter of a tab, kept in the address, with the page. */
export function useFilter() {
  const [search, setSearch] = useSearchParams();
  const filter: Filter = {
    structureId: digits(search.get('structure')),
    itemId: digits(search.get('item')),
    measurement: search.get('measurement') ?? '',
    name: search.get('name') ?? '',
  };
  const page = digits(search.get('page')) || 1;
  const set = (next: Filter, at: number) =>
    setSearch(
      (now) => {
        const out = new URLSearchParams({ tab: now.get('tab') ?? '' });
        if (next.structureId) out.set('structure', String(next.structureId));
        if (next.itemId) out.set('item', String(next.itemId));
        if (next.measurement) out.set('measurement', next.measurement);
        if (next.name) out.set('name', next.name);
        if (at > 1) out.set('page', String(at));
        return out;
      },
      { replace: true },
    );
  return {
    filter,
    page,
    setFilter: (next: Filter) => set(next, 1),
    setPage: (at: number) => set(filter, at),
  };
}
