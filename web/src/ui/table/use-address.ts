import { useSearchParams } from 'react-router';

/** What stands in the address behind the ?, and the way to change some of it: null or '' takes an entry away. */
export function useAddress() {
  const [search, setSearch] = useSearchParams();
  const put = (change: Record<string, string | null>) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [key, value] of Object.entries(change)) {
          if (value) next.set(key, value);
          else next.delete(key);
        }
        return next;
      },
      { replace: true },
    );
  const page = Math.max(1, Number(search.get('page') ?? 1) || 1);
  /** Another page; a list begins at its first. */
  const toPage = (wanted: number) => put({ page: wanted === 1 ? null : String(wanted) });
  return { search, put, page, toPage };
}
