import { FullscreenOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Segmented, Switch, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { formatTime } from '@/ui/format/time';
import { useMedia } from '@/ui/use-media';
import { type BoardState, grids, mostPanels, roomOf, type SavedBoard } from '../model/board';
import { type Range, resolveRange } from '../model/range';
import { BoardManage } from './board-manage';
import styles from './board-view.module.css';
import { RangeControl } from './range-control';

interface Props {
  projectId: number;
  zone: string;
  boards: readonly SavedBoard[];
  saved: SavedBoard | null;
  board: BoardState;
  update: (change: (board: BoardState) => BoardState) => void;
  onRange: (range: Range) => void;
  onAdd: () => void;
  onFailure: (error: unknown) => void;
}

/** The tool bar of a board. */
export function BoardBar({ projectId, zone, boards, saved, board, update, onRange, onAdd, onFailure }: Props) {
  const { t } = useTranslation('boards');
  const navigate = useNavigate();
  const roomy = useMedia('(min-width: 1700px)');
  const { start, end } = resolveRange(board.range, Date.now());
  const full = board.panels.length >= mostPanels;
  const set = (change: Partial<BoardState>) => update((old) => ({ ...old, ...change }));
  const onWall = () => {
    // Only a click may ask for the full screen; if the browser refuses, the wall fills the window.
    void document.documentElement.requestFullscreen().catch(() => undefined);
    void navigate(`/projects/${projectId}/wall`);
  };
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('bar')}>
      <BoardManage.Choice {...{ projectId, boards, saved }} />
      <RangeControl range={board.range} zone={zone} onChange={onRange} />
      {roomy && 'quick' in board.range && (
        <span className={styles.period}>
          {formatTime(start, zone, 'list')} – {formatTime(end, zone, 'list')}
        </span>
      )}
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control */}
      <label className={styles.toggle}>
        {t('linkedAxis')}
        <Switch
          size="small"
          checked={board.linkedAxis}
          aria-label={t('linkedAxis')}
          onChange={(linkedAxis) => set({ linkedAxis })}
        />
      </label>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control */}
      <label className={styles.toggle}>
        {t('linkedCursor')}
        <Switch
          size="small"
          checked={board.linkedCursor}
          aria-label={t('linkedCursor')}
          onChange={(linkedCursor) => set({ linkedCursor })}
        />
      </label>
      <Checkbox checked={board.limits} onChange={(e) => set({ limits: e.target.checked })}>
        {t('limits')}
      </Checkbox>
      <Checkbox checked={board.events} onChange={(e) => set({ events: e.target.checked })}>
        {t('events')}
      </Checkbox>
      <div className={styles.end}>
        <Segmented
          aria-label={t('grid')}
          value={`${board.rows}x${board.columns}`}
          options={grids.map((grid) => ({
            value: `${grid.rows}x${grid.columns}`,
            label: `${grid.rows} × ${grid.columns}`,
            disabled: roomOf(grid) < board.panels.length,
          }))}
          onChange={(value) => {
            const grid = grids.find((one) => `${one.rows}x${one.columns}` === value);
            if (grid) set(grid);
          }}
        />
        <Tooltip title={full ? t('full', { max: mostPanels }) : undefined}>
          <Button icon={<PlusOutlined aria-hidden />} disabled={full} onClick={onAdd}>
            {t('add')}
          </Button>
        </Tooltip>
        <Button icon={<FullscreenOutlined aria-hidden />} onClick={onWall}>
          {t('wall')}
        </Button>
        <BoardManage.Save {...{ projectId, boards, saved, board, onFailure }} />
      </div>
    </div>
  );
}
