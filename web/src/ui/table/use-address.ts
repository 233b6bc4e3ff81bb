import { useSearchParams } from 'react-router';

/** The query parameters of the address and a setter: null or '' removes a parameter. */
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
  /** Goes to a page; the first one is not in the address. */
  const toPage = (wanted: number) => put({ page: wanted === 1 ? null : String(wanted) });
  return { search, put, page, toPage };
}
