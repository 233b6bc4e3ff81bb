import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { type Asked, readAsked, writeAsked } from './address';

/**
 * What the address says, and a function that changes it. A change builds on the one before it even if the page has not
 * been rendered since: a draft comes to rest in the moment in which a simulation begins.
 */
export function useAsked() {
  const [search, setSearch] = useSearchParams();
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  }, [search]);
  const change = useCallback(
    (wanted: Partial<Asked>) => {
      latest.current = writeAsked(latest.current, wanted);
      setSearch(latest.current, { replace: true });
    },
    [setSearch],
  );
  return { asked: useMemo(() => readAsked(search), [search]), change };
}
