import { useState } from 'react';
import { useSettled } from '@/ui/use-settled';
import { type Layout, type Preview, type Target, usePreview } from '../queries';
import { completed, type Missing, missingOf, type Settled, type Structure, withStructure } from './layout';

interface State {
  entry: string;
  /** Undefined: the file is read as recognized. */
  layout: Layout | undefined;
  /** Columns were changed by hand: a new header no longer proposes them. */
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

/** The layout of an uploaded file in progress, with the server's preview of it. */
export function useDraft(target: Target, fileId: number) {
  const [state, setState] = useState(untouched);
  const [of, setOf] = useState(fileId);
  if (of !== fileId) {
    setOf(fileId);
    setState(untouched);
  }
  const asked = useSettled(state.layout, 250);
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
    /** Decisions still missing. */
    missing,
    asks: (what: Missing) => missing.includes(what),
    /** The layout was changed by hand and is not saved. */
    changed: state.layout !== state.saved,
    /** The preview does not match the layout yet. */
    behind: query.isFetching || query.isPlaceholderData || (state.layout !== undefined && asked !== state.layout),
    /** Changes the mapping of columns. */
    map: (layout: Layout) => change({ layout, touched: true }),
    /** Changes anything else: untouched columns are proposed again. */
    set: (layout: Layout) =>
      setState((old) => ({ ...old, layout: old.touched ? layout : { ...layout, columns: null } })),
    cut: (layout: Layout, how: Structure) =>
      setState((old) => ({ ...old, layout: withStructure(layout, how, old.touched), name: '' })),
    settle: (what: 'dayMonth' | 'decimal') => change({ settled: new Set([...state.settled, what]) }),
    choose: (layout: Layout, name: string) =>
      change({ layout, name, saved: layout, touched: true, settled: new Set(['dayMonth', 'decimal'] as const) }),
    keep: (name: string) => setState((old) => ({ ...old, name, saved: old.layout })),
    asRecognized: () => setState((old) => ({ ...untouched, entry: old.entry })),
    show: (entry: string) => change({ entry }),
  };
}

export type Draft = ReturnType<typeof useDraft>;
/** A draft whose preview is loaded. */
export type Ready = Draft & { preview: Preview; current: Layout };
