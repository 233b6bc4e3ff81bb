import { createContext, useContext } from 'react';
import type { BoardCursor, CursorLines } from './board-cursor';
import type { ViewState } from './view-state';

/** The board that shows a view in one of its panels. A view on its own page has none. */
export interface PanelHost {
  /** The view's state, which the panel holds instead of the address. */
  search: URLSearchParams;
  onSearch: (search: URLSearchParams) => void;
  /** What the board decides for all its panels. */
  shared: Partial<ViewState>;
  /** Takes a change of what the panels share; false: the panel keeps it. */
  onShared: (change: { range?: ViewState['range']; window?: ViewState['window'] }) => boolean;
  /** The cursor of all panels; null where each panel has its own tooltip. */
  cursor: BoardCursor | null;
  /** A moment was clicked. */
  onPin: (at: number) => void;
  /** Names what the cursor reads in this panel. */
  publish: (lines: CursorLines | null) => void;
}

export const PanelHostContext = createContext<PanelHost | null>(null);

/** usePanelHost returns the board around a view, or null on the view's own page. */
export const usePanelHost = () => useContext(PanelHostContext);
