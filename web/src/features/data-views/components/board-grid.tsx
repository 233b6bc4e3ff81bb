import type { CSSProperties } from 'react';
import { type BoardState, movedPanel, withoutPanel, withPanel } from '../model/board';
import type { BoardCursor, CursorLines } from '../model/board-cursor';
import type { Range } from '../model/range';
import { findPlace } from '../model/tree';
import type { TreeBranch } from '../model/types';
import { BoardPanelView } from './board-panel';
import styles from './board-view.module.css';

/** What a reader of a board changes; a wall has none. */
export interface BoardEditing {
  update: (change: (board: BoardState) => BoardState) => void;
  onRange: (range: Range) => void;
  onWindow: (window: [number, number] | null) => void;
  onPin: (at: number) => void;
  onReplace: (place: number) => void;
}

interface Props {
  projectId: number;
  zone: string;
  board: BoardState;
  branches: readonly TreeBranch[];
  window: [number, number] | null;
  cursor: BoardCursor | null;
  publish: (place: number, lines: CursorLines | null) => void;
  editing: BoardEditing | null;
}

/** The panels of a board. */
export function BoardGrid({ branches, board, editing, ...shared }: Props) {
  const { rows, columns, panels } = board;
  return (
    <div className={styles.grid} style={{ '--rows': rows, '--columns': columns } as CSSProperties}>
      {panels.map((panel, place) => (
        <BoardPanelView
          // The key keeps the chart of a panel that moves; equal panels are numbered.
          key={`${panel.pointId} ${panel.view} ${panels.slice(0, place).filter((one) => one.pointId === panel.pointId && one.view === panel.view).length}`}
          {...shared}
          {...{ board, panel, place, editing }}
          found={findPlace(branches, panel.pointId)}
          menu={
            editing && {
              first: place === 0,
              last: place === panels.length - 1,
              onReplace: () => editing.onReplace(place),
              onRemove: () => editing.update((old) => withoutPanel(old, place)),
              onMove: (by) => editing.update((old) => movedPanel(old, place, by)),
            }
          }
          onQuery={(query) => editing?.update((old) => withPanel(old, { ...panel, query }, place))}
        />
      ))}
    </div>
  );
}
