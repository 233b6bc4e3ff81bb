import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { projectQuery } from '@/api/project';
import { useLiveStats } from '@/entities/monitor/use-live-stats';
import { useLiveValues } from '@/entities/monitor/use-live-values';
import { Panel } from '@/ui/panel';
import { ScrollArea } from '@/ui/scroll-area';
import { PanelEmpty, PanelError, PanelSkeleton } from '@/ui/states';
import { BoardGrid } from '../components/board-grid';
import { WallFoot } from '../components/wall-foot';
import { WallHead } from '../components/wall-head';
import { WallOverview } from '../components/wall-overview';
import { boardPath, ofSaved } from '../model/board';
import { zoomOf } from '../model/wall';
import { useBoards } from '../queries/boards';
import { useProjectZone, useTree } from '../queries/project';
import { useEverySecond, useOpenAlerts, useWallTurn } from '../queries/wall';
import styles from './wall-page.module.css';

const none: never[] = [];
const nothing = () => {};

/** A screen on a wall: the overview and the boards of a project in turn, without controls. Esc leaves. */
export default function WallPage() {
  const { t } = useTranslation('boards');
  const projectId = Number(useParams().projectId);
  useLiveValues(projectId);
  useLiveStats(projectId);
  const zone = useProjectZone(projectId);
  const project = useQuery(projectQuery(projectId)).data;
  const tree = useTree(projectId);
  const boards = useBoards(projectId);
  const alerts = useOpenAlerts(projectId);
  const now = useEverySecond();
  const list = boards.data ?? none;
  const turn = useWallTurn(projectId, list, now);
  const zoom = useWallZoom();
  useLeaving(boardPath(projectId));
  const board = list[turn.page - 1];
  // The page renders each second; a new object would draw all charts again.
  const shown = useMemo(() => board && ofSaved(board), [board]);
  const failed = tree.error ?? boards.error;
  return (
    <div className={styles.wall} style={{ zoom }}>
      <WallHead {...{ projectId, zone, now }} name={project?.name ?? ''} branches={tree.data} />
      <ScrollArea className={styles.page} label={t('wallPage.title')}>
        {failed && (!tree.data || !boards.data) ? (
          <PanelError
            title={t('failed')}
            error={failed}
            onRetry={() => Promise.all([tree.refetch(), boards.refetch()])}
          />
        ) : !tree.data || !boards.data ? (
          <PanelSkeleton rows={12} />
        ) : !board || !shown ? (
          <WallOverview {...{ projectId, zone, alerts }} branches={tree.data} />
        ) : board.panels.length === 0 ? (
          <Panel fill>
            <PanelEmpty title={t('empty')} />
          </Panel>
        ) : (
          <BoardGrid
            key={board.id}
            {...{ projectId, zone }}
            board={shown}
            branches={tree.data}
            window={null}
            cursor={null}
            publish={nothing}
            editing={null}
          />
        )}
      </ScrollArea>
      <WallFoot names={[t('wallPage.overview'), ...list.map(({ name }) => name)]} {...{ turn, now }} />
    </div>
  );
}

/** The zoom that fills the screen. */
function useWallZoom(): number {
  const [zoom, setZoom] = useState(() => zoomOf(window.innerWidth, window.innerHeight));
  useEffect(() => {
    const onResize = () => setZoom(zoomOf(window.innerWidth, window.innerHeight));
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);
  return zoom;
}

/** Esc leaves the wall: the key itself, or the end of full screen, which the browser keeps the key for. */
function useLeaving(to: string) {
  const navigate = useNavigate();
  const leave = useCallback(() => void navigate(to), [navigate, to]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      if (document.fullscreenElement) void document.exitFullscreen();
      leave();
    };
    const onFull = () => {
      if (!document.fullscreenElement) leave();
    };
    window.addEventListener('keydown', onKey);
    document.addEventListener('fullscreenchange', onFull);
    return () => {
      window.removeEventListener('keydown', onKey);
      document.removeEventListener('fullscreenchange', onFull);
    };
  }, [leave]);
}
