import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { writeFilter } from '../model/filter';

/** Marks the history entry created by opening an alert from the list. */
interface FromList {
  fromList?: boolean;
}

/**
 * Opens and closes the detail of an alert. Opening it from the list adds a history entry, so that Back closes it, as
 * people do on a phone. Moving to another alert adds none.
 */
export function useOpened(opened: number | null, change: (wanted: { open: number | null }) => void) {
  const navigate = useNavigate();
  const state = useLocation().state as FromList | null;
  const [, setSearch] = useSearchParams();
  return {
    open: (id: number | null) => {
      if (id === null) return;
      setSearch((old) => writeFilter(old, { open: id }), {
        replace: opened !== null,
        state: opened === null ? { fromList: true } : state,
      });
    },
    close: () => {
      if (state?.fromList) void navigate(-1);
      else change({ open: null });
    },
  };
}
