import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { writeFilter } from '../model/filter';

/** Marks the history entry created by opening an alert from the list. */
interface FromList {
  fromList?: boolean;
}

/**
 * Opens and closes the detail of an alert. Opening it from the list makes an entry of the history, so that Back, which is
 * how a phone closes things, returns to the list; going on to another alert does not make one more.
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
