import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { LevelIcon } from '@/entities/alert/level-icon';
import { pointMark } from '@/entities/alert/mark';
import { AgeText } from '@/entities/live/age-text';
import { isStale } from '@/entities/monitor/worst';
import { useNow } from '@/ui/format/use-now';
import { Panel } from '@/ui/panel';
import { PanelEmpty, PanelSkeleton } from '@/ui/states';
import { type BoardPanel, type BoardState, sharedOf } from '../model/board';
import type { BoardCursor, CursorLines } from '../model/board-cursor';
import { PanelHostContext } from '../model/panel-host';
import { atMost } from '../model/range';
import { fitsBoard, pathOf, viewOf } from '../model/registry';
import type { PageSlug, PointState } from '../model/types';
import { readState } from '../model/view-state';
import { usePointLive } from '../queries/live';
import { usePage } from '../queries/pages';
import type { BoardEditing } from './board-grid';
import styles from './board-view.module.css';

interface Menu {
  first: boolean;
  last: boolean;
  onReplace: () => void;
  onRemove: () => void;
  onMove: (by: 1 | -1) => void;
}

interface Props {
  projectId: number;
  zone: string;
  board: BoardState;
  panel: BoardPanel;
  place: number;
  found: { point: PointState; place: string } | null;
  window: [number, number] | null;
  cursor: BoardCursor | null;
  publish: (place: number, lines: CursorLines | null) => void;
  editing: BoardEditing | null;
  menu: Menu | null;
  onQuery: (query: string) => void;
}

/** One panel of a board: the chart of a view, with its point in the head. */
export function BoardPanelView(props: Props) {
  const { projectId, zone, panel, found, menu } = props;
  const { t } = useTranslation('boards');
  const pageOf = usePage();
  const now = useNow();
  const slug = found?.point.pages.find((one) => one === panel.view);
  const point = found?.point;
  return (
    <Panel fill className={styles.panel}>
      <div className={styles.panel} style={{ height: '100%' }}>
        <header className={styles.head}>
          {point && (
            <LevelIcon
              level={pointMark(point.level, point.time)}
              size={16}
              stale={isStale({ time: point.time ?? 0, interval: point.interval * 1000 }, now)}
            />
          )}
          <h2 className={styles.name}>{point?.name ?? panel.name ?? t('goneHead')}</h2>
          {slug && <span className={styles.what}>{pageOf(slug).title}</span>}
          <span className={styles.place}>{found?.place}</span>
          <span className={styles.age}>
            {point && <AgeText time={point.time} interval={point.interval || undefined} zone={zone} />}
          </span>
          {menu && <PanelMenu {...{ menu, projectId, point, slug }} query={panel.query} />}
        </header>
        <div className={styles.body}>
          {point && slug && fitsBoard(slug) ? (
            <PanelView {...props} point={point} slug={slug} />
          ) : (
            <PanelEmpty
              title={t(point ? 'notSupported' : 'gone')}
              action={menu && <Button onClick={menu.onReplace}>{t('menu.replace')}</Button>}
            />
          )}
        </div>
      </div>
    </Panel>
  );
}

interface MenuProps {
  menu: Menu;
  projectId: number;
  point: PointState | undefined;
  slug: PageSlug | undefined;
  query: string;
}

function PanelMenu({ menu, projectId, point, slug, query }: MenuProps) {
  const { t } = useTranslation('boards');
  const navigate = useNavigate();
  const items = [
    ...(point && slug
      ? [
          {
            key: 'open',
            label: t('menu.open'),
            onClick: () => void navigate(pathOf(projectId, point, slug, query ? `?${query}` : '')),
          },
        ]
      : []),
    { key: 'replace', label: t('menu.replace'), onClick: menu.onReplace },
    { key: 'earlier', label: t('menu.earlier'), disabled: menu.first, onClick: () => menu.onMove(-1) },
    { key: 'later', label: t('menu.later'), disabled: menu.last, onClick: () => menu.onMove(1) },
    { key: 'remove', label: t('menu.remove'), onClick: menu.onRemove },
  ];
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button
        type="text"
        icon={<EllipsisOutlined aria-hidden />}
        aria-label={t('menu.label', { name: point?.name ?? t('goneHead') })}
      />
    </Dropdown>
  );
}

/** The chart of a view, whose state the board holds. */
function PanelView(props: Props & { point: PointState; slug: PageSlug }) {
  const { projectId, zone, board, panel, place, point, slug, window, cursor, publish, editing, onQuery } = props;
  const view = viewOf(slug);
  const page = usePage()(slug);
  usePointLive(projectId, point.id);
  const search = useMemo(() => new URLSearchParams(panel.query), [panel.query]);
  const range = useMemo(() => atMost(board.range, page.spanDays), [board.range, page.spanDays]);
  const { linkedAxis, limits, events } = board;
  const shared = useMemo(
    () => sharedOf({ linkedAxis, limits, events }, range, window, readState(search, range).hidden),
    [linkedAxis, limits, events, range, window, search],
  );
  const host = {
    ...{ search, shared, cursor },
    onSearch: (next: URLSearchParams) => onQuery(next.toString()),
    onShared: (change: { range?: typeof range; window?: [number, number] | null }) => {
      if (!linkedAxis) return false;
      if (change.range) editing?.onRange(change.range);
      else if (change.window !== undefined) editing?.onWindow(change.window);
      return true;
    },
    onPin: (at: number) => editing?.onPin(at),
    publish: useMemo(() => (lines: CursorLines | null) => publish(place, lines), [publish, place]),
  };
  if (!view) return null;
  return (
    <PanelHostContext value={host}>
      <Suspense fallback={<PanelSkeleton rows={5} />}>
        <view.Component {...{ projectId, zone, point, page }} initial={range} />
      </Suspense>
    </PanelHostContext>
  );
}
