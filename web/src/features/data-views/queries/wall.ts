import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import { valueStats } from '@/api/stats';
import { useCan } from '@/entities/permission/permissions';
import type { SavedBoard } from '../model/board';
import { alertKey, firstTurn, holdPage, newUrgent, pageOfPoint, turnAt, type WallTurn } from '../model/wall';

/** Counts of a project. */
export function useSiteStats(projectId: number) {
  return useQuery({
    queryKey: [...valueStats, 'site', projectId, 0],
    queryFn: ({ signal }) =>
      data(client.GET('/api/stats/projects/{projectId}', { params: { path: { projectId } }, signal })),
  });
}

/** The open alerts of a project's points, worst first; none without the permission. */
export function useOpenAlerts(projectId: number) {
  const may = useCan('View:Alert');
  const query = useQuery({
    queryKey: [...keys.alerts, 'wall', projectId],
    queryFn: ({ signal }) => {
      const open = { status: 'Pending,Notice', level: '1,2,3,4', withdrawn: 'false' as const, pageSize: 20 };
      return data(client.GET('/api/alerts', { params: { query: { ...open, projectId } }, signal }));
    },
    enabled: may,
  });
  return { ...query, may };
}

/** The newest open orange and red alerts: of these a wall takes notice. */
function useNewestUrgent(projectId: number) {
  const may = useCan('View:Alert');
  return useQuery({
    queryKey: [...keys.alerts, 'wall-newest', projectId],
    queryFn: async ({ signal }) => {
      const open = { status: 'Pending,Notice', level: '3,4', withdrawn: 'false' as const, pageSize: 20 };
      const query = { ...open, projectId, sort: '-changedAt' };
      return (await data(client.GET('/api/alerts', { params: { query }, signal }))).list;
    },
    enabled: may,
  }).data;
}

/** useEverySecond returns the time, renewed each second. */
export function useEverySecond(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The page that a wall shows now: they take turns, and a new orange or red alert takes the wall to its page. */
export function useWallTurn(projectId: number, boards: readonly SavedBoard[], now: number) {
  const alerts = useNewestUrgent(projectId);
  const [turn, setTurn] = useState<WallTurn>(() => firstTurn(now));
  const known = useRef<ReadonlySet<string> | null>(null);
  const present = turnAt(turn, now, boards.length + 1);
  useEffect(() => {
    if (present !== turn) setTurn(present);
  }, [present, turn]);
  useEffect(() => {
    if (!alerts) return;
    const urgent = newUrgent(known.current, alerts);
    known.current = new Set([...(known.current ?? []), ...alerts.map(alertKey)]);
    if (urgent) setTurn(holdPage(pageOfPoint(boards, urgent.measuringPointId), Date.now()));
  }, [alerts, boards]);
  return present;
}
