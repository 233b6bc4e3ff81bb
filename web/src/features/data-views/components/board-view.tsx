import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { FormError } from '@/ui/form/form-error';
import { Panel } from '@/ui/panel';
import { PanelEmpty, PanelError, PanelSkeleton } from '@/ui/states';
import {
  type BoardState,
  emptyBoard,
  ofSaved,
  readBoard,
  type SavedBoard,
  withPanel,
  writeBoard,
} from '../model/board';
import { BoardCursor, type CursorLines } from '../model/board-cursor';
import { useProjectZone, useTree } from '../queries/project';
import { AddViewDialog } from './add-view-dialog';
import { BoardBar } from './board-bar';
import { BoardFoot } from './board-foot';
import { BoardGrid } from './board-grid';
import styles from './board-view.module.css';

interface Props {
  projectId: number;
  boards: readonly SavedBoard[];
  /** Null for a new board. */
  saved: SavedBoard | null;
}

/** A number of the address, or null. */
function numberOf(text: string | null): number | null {
  const value = Number(text);
  return text !== null && Number.isFinite(value) ? value : null;
}

/** A board: tool bar, panels, and the values at the cursor. What is not saved is in the address. */
export function BoardView({ projectId, boards, saved }: Props) {
  const { t } = useTranslation('boards');
  const zone = useProjectZone(projectId);
  const tree = useTree(projectId);
  const [search, setSearch] = useSearchParams();
  const start = useMemo(() => (saved ? ofSaved(saved) : emptyBoard), [saved]);
  const board = useMemo(() => readBoard(search, start), [search, start]);
  const [adding, setAdding] = useState<number | 'end' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [cursor] = useState(() => new BoardCursor());
  const [lines, setLines] = useState<Record<number, CursorLines>>({});

  const pin = numberOf(search.get('pin'));
  useEffect(() => cursor.pin(pin), [cursor, pin]);
  const windowText = search.get('window') ?? '';
  const window = useMemo((): [number, number] | null => {
    const [from, to] = windowText.split('.').map(Number);
    return from !== undefined && to !== undefined && from > 0 && from < to ? [from, to] : null;
  }, [windowText]);

  const put = useCallback(
    (name: string, value: string | null) =>
      setSearch(
        (old) => {
          const next = new URLSearchParams(old);
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  const update = useCallback(
    (change: (board: BoardState) => BoardState) =>
      setSearch((old) => writeBoard(old, change(readBoard(old, start)), saved && start), { replace: true }),
    [setSearch, start, saved],
  );
  const onRange = useCallback(
    (range: BoardState['range']) =>
      setSearch(
        (old) => {
          const next = writeBoard(old, { ...readBoard(old, start), range }, saved && start);
          next.delete('window');
          return next;
        },
        { replace: true },
      ),
    [setSearch, start, saved],
  );
  const publish = useCallback(
    (place: number, found: CursorLines | null) =>
      setLines(({ [place]: _, ...rest }) => (found ? { ...rest, [place]: found } : rest)),
    [],
  );

  return (
    <div className={styles.page}>
      <BoardBar
        {...{ projectId, zone, boards, saved, board, update, onRange }}
        onAdd={() => setAdding('end')}
        onFailure={setFailure}
      />
      <FormError error={failure} />
      {tree.error && !tree.data ? (
        <PanelError title={t('failed')} error={tree.error} onRetry={tree.refetch} />
      ) : !tree.data ? (
        <PanelSkeleton rows={10} />
      ) : board.panels.length === 0 ? (
        <Panel fill>
          <PanelEmpty title={t('empty')} hint={t('emptyHint')} />
        </Panel>
      ) : (
        <BoardGrid
          {...{ projectId, zone, board, window, publish }}
          branches={tree.data}
          cursor={board.linkedCursor ? cursor : null}
          editing={{
            update,
            onRange,
            onWindow: (part) => put('window', part ? part.map(Math.round).join('.') : null),
            onPin: (at) => put('pin', String(Math.round(at))),
            onReplace: setAdding,
          }}
        />
      )}
      {board.linkedCursor && board.panels.length > 0 && (
        <BoardFoot {...{ cursor, lines, zone, pin }} onRelease={() => put('pin', null)} />
      )}
      {adding !== null && tree.data && (
        <AddViewDialog
          branches={tree.data}
          replaced={adding === 'end' ? null : (board.panels[adding] ?? null)}
          onClose={() => setAdding(null)}
          onChosen={(panel) => {
            update((old) => withPanel(old, panel, adding === 'end' ? null : adding));
            setAdding(null);
          }}
        />
      )}
    </div>
  );
}
