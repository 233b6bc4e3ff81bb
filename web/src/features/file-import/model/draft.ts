import { useEffect, useState } from 'react';
import { type Layout, type Preview, type Target, usePreview } from '../queries';
import { completed, type Missing, missingOf, type Settled, type Structure, withStructure } from './layout';

interface State {
  entry: string;
  /** None: the file is read as it was recognised. */
  layout: Layout | undefined;
  /** Columns were changed by hand: another header does not propose them anew. */
  touched: boolean;
  settled: Settled;
  /** Name of the saved layout that was chosen. */
  name: string;
  /** The layout as it is saved under that name. */
  saved: Layout | undefined;
}

const untouched: State = {
  entry: '',
  layout: undefined,
  touched: false,
  settled: new Set(),
  name: '',
  saved: undefined,
};

/** The value once it has not changed for a moment: not every key that is typed is a question to the server. */
function useSettledValue<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

/** How a person is laying out an uploaded file, with what the server makes of it. */
export function useDraft(target: Target, fileId: number) {
  const [state, setState] = useState(untouched);
  const [of, setOf] = useState(fileId);
  if (of !== fileId) {
    setOf(fileId);
    setState(untouched);
  }
  const asked = useSettledValue(state.layout, 250);
  const query = usePreview(target, fileId, state.entry, state.layout === undefined ? undefined : asked);
  const preview: Preview | undefined = query.data?.id === fileId ? query.data : undefined;
  const current = preview && completed(state.layout, preview.layout);
  const missing: Missing[] = preview && current ? missingOf(preview, current, state.settled) : [];
  const change = (part: Partial<State>) => setState((old) => ({ ...old, ...part }));
  return {
    ...state,
    query,
    preview,
    current,
    /** What a person still has to settle. */
    missing,
    asks: (what: Missing) => missing.includes(what),
    /** The layout was made by hand and is not saved. */
    changed: state.layout !== state.saved,
    /** What is shown is not yet what the layout makes of the file. */
    behind: query.isFetching || query.isPlaceholderData || (state.layout !== undefined && asked !== state.layout),
    /** Where columns go. */
    map: (layout: Layout) => change({ layout, touched: true }),
    /** Anything else: columns that nobody has touched are proposed anew. */
    set: (layout: Layout) =>
      setState((old) => ({ ...old, layout: old.touched ? layout : { ...layout, columns: null } })),
    cut: (layout: Layout, how: Structure) =>
      setState((old) => ({ ...old, layout: withStructure(layout, how, old.touched), name: '' })),
    settle: (what: 'dayMonth' | 'decimal') => change({ settled: new Set([...state.settled, what]) }),
    choose: (layout: Layout, name: string) =>
      change({ layout, name, saved: layout, touched: true, settled: new Set(['dayMonth', 'decimal'] as const) }),
    keep: (name: string) => setState((old) => ({ ...old, name, saved: old.layout })),
    asRecognised: () => setState((old) => ({ ...untouched, entry: old.entry })),
    show: (entry: string) => change({ entry }),
  };
}

export type Draft = ReturnType<typeof useDraft>;
/** A draft whose file has been looked at. */
export type Ready = Draft & { preview: Preview; current: Layout };
