import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { components } from '@/api/schema.gen';
import { pointMark } from '@/entities/alert/mark';
import type { PlanMark, PlanMarker } from '@/entities/drawing/plan';
import { planQuery } from '@/entities/drawing/queries';
import { usePlaceMarks } from '../queries';
import { nextUnplaced, pointEntries, pointsBelow } from './entries';
import type { MarkChange } from './marks';
import { useUndo } from './use-undo';

const none: PlanMark[] = [];

/** Places the points of a structure on one of its drawings, with undo. */
export function usePlanEditing(
  projectId: number,
  plan: { id: number; structureId: number } | undefined,
  tree: readonly components['schemas']['TreeNode'][],
) {
  const planId = plan?.id ?? 0;
  const detail = useQuery(planQuery(projectId, planId));
  const place = usePlaceMarks(projectId);
  const undo = useUndo(planId);
  const [selectedId, setSelectedId] = useState<number>();
  const marks = detail.data?.marks ?? none;
  const points = useMemo(() => (plan ? pointsBelow(tree, plan.structureId) : []), [tree, plan]);
  const entries = useMemo(
    () => pointEntries(points, new Set(marks.map(({ measuringPointId }) => measuringPointId))),
    [points, marks],
  );
  const markers = useMemo(() => {
    const byId = new Map(points.map((point) => [point.id, point]));
    return marks.flatMap(({ measuringPointId: id, x, y }): PlanMarker[] => {
      const point = byId.get(id);
      return point
        ? [{ id, name: point.name, x, y, level: pointMark(point.level, point.lastReading), stale: false }]
        : [];
    });
  }, [points, marks]);

  function change(id: number, to: { x: number; y: number } | undefined) {
    const before = marks.find(({ measuringPointId }) => measuringPointId === id);
    const forth: MarkChange = to
      ? { marks: [{ measuringPointId: id, ...to }], removed: [] }
      : { marks: [], removed: [id] };
    const back: MarkChange = before ? { marks: [before], removed: [] } : { marks: [], removed: [id] };
    const drop = undo.push(() => place.mutate({ planId, ...back }));
    // The mutation has shown why it failed; the mark is back at its place.
    void place.mutateAsync({ planId, ...forth }).catch(drop);
  }

  return {
    detail,
    entries,
    markers,
    selected: entries.find(({ id }) => id === selectedId),
    mark: marks.find(({ measuringPointId }) => measuringPointId === selectedId),
    select: (id: number | undefined) => setSelectedId(id),
    change,
    /** Places the selected point if it has no position, and selects the next one without. */
    put: (to: { x: number; y: number }) => {
      const entry = entries.find(({ id }) => id === selectedId);
      if (!entry || entry.placed) return;
      change(entry.id, to);
      setSelectedId(nextUnplaced(entries, entry.id)?.id);
    },
    undo: undo.undo,
  };
}
