import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { projectQuery, structuresQuery } from '@/api/project';
import type { Project, Structure } from '@/api/types';
import { pointMark, tallyMark, worstMark } from '@/entities/alert/mark';
import type { Site } from '@/entities/map/site';
import type { LonLat } from '@/entities/map/use-pin';
import { useCan } from '@/entities/permission/permissions';
import { usePlacePoints, usePlaceProject, usePlaceStructure, usePointMarkers, useTree } from '../queries';
import { type Entry, nextUnplaced, pointsBelow } from './entries';
import { useUndo } from './use-undo';

interface Thing extends Entry {
  place: LonLat | undefined;
}

function placeOf({ longitude, latitude }: Partial<LonLat>): LonLat | undefined {
  return longitude === undefined || latitude === undefined ? undefined : { longitude, latitude };
}

/** Everything that can be placed, at its stored or new position. */
function thingsOf(
  project: Project | undefined,
  structures: Structure[],
  tree: NonNullable<ReturnType<typeof useTree>['data']>,
  markers: NonNullable<ReturnType<typeof usePointMarkers>['data']>,
  pending: ReadonlyMap<number, LonLat | undefined>,
): Thing[] {
  const list: Thing[] = [];
  const add = (thing: Omit<Thing, 'placed'>) => {
    const place = pending.has(thing.id) ? pending.get(thing.id) : thing.place;
    list.push({ ...thing, place, placed: place !== undefined });
  };
  const levels = new Map(tree.flatMap((one) => [one, ...one.children]).map((one) => [one.id, tallyMark(one)]));
  if (project) {
    const { id, name } = project;
    add({ id, name, kind: 'project', level: worstMark([...levels.values()]), place: placeOf(project) });
  }
  for (const one of structures) {
    const kind = one.isItem ? 'item' : 'structure';
    add({ id: one.id, name: one.name, kind, level: levels.get(one.id) ?? 'notJudged', place: placeOf(one) });
  }
  const placed = new Map(markers.map((marker) => [marker.id, marker]));
  for (const { id, name, level, lastReading } of pointsBelow(tree)) {
    add({
      id,
      name,
      kind: 'point',
      level: pointMark(level, lastReading),
      place: placed.get(id) && placeOf(placed.get(id) ?? {}),
    });
  }
  return list;
}

/** Places a project, its structures, items and points on the map, with undo. */
export function useMapEditing(projectId: number) {
  const project = useQuery(projectQuery(projectId));
  const structures = useQuery(structuresQuery(projectId));
  const tree = useTree(projectId);
  const markers = usePointMarkers(projectId);
  const placeProject = usePlaceProject(projectId);
  const placeStructure = usePlaceStructure(projectId);
  const placePoints = usePlacePoints(projectId);
  const may = {
    project: useCan('Update:Project'),
    structure: useCan('Update:Structure'),
    item: useCan('Update:Structure'),
    point: useCan('Update:MeasuringPoint'),
  };
  const undo = useUndo(projectId);
  const [selectedId, setSelectedId] = useState<number>();
  /** New positions not yet confirmed by the server. */
  const [pending, setPending] = useState<ReadonlyMap<number, LonLat | undefined>>(new Map());

  const queries: Pick<UseQueryResult<unknown>, 'data' | 'error' | 'isPending' | 'refetch'>[] = [
    tree,
    project,
    structures,
    markers,
  ];
  const unsettled = queries.find(({ data }) => data === undefined);

  const things = useMemo(
    () => thingsOf(project.data, structures.data?.list ?? [], tree.data ?? [], markers.data ?? [], pending),
    [project.data, structures.data, tree.data, markers.data, pending],
  );

  // Nothing is shown before everything is loaded: the map first fits all of it.
  const known = unsettled === undefined;
  const sites = useMemo(
    () =>
      (known ? things : []).flatMap(({ id, name, level, kind, place }): Site[] =>
        place ? [{ id, name, level, stale: false, kind: kind === 'item' ? 'structure' : kind, ...place }] : [],
      ),
    [known, things],
  );

  function send(thing: Thing, place: LonLat | undefined): Promise<unknown> {
    const to = { longitude: place?.longitude, latitude: place?.latitude };
    switch (thing.kind) {
      case 'project':
        return placeProject.mutateAsync(to);
      case 'point':
        return placePoints.mutateAsync([{ measuringPointId: thing.id, ...(place ?? {}) }]);
      default:
        return placeStructure.mutateAsync({ id: thing.id, ...to });
    }
  }

  /** Returns whether the position was saved; if not, the mutation has shown why and the marker returns. */
  async function put(thing: Thing, place: LonLat | undefined): Promise<boolean> {
    setPending((old) => new Map(old).set(thing.id, place));
    try {
      await send(thing, place);
      return true;
    } catch {
      return false;
    } finally {
      setPending((old) => new Map([...old].filter(([id, to]) => id !== thing.id || to !== place)));
    }
  }

  function change(id: number, place: LonLat | undefined) {
    const thing = things.find((one) => one.id === id);
    if (!thing || !may[thing.kind]) return;
    const before = thing.place;
    const drop = undo.push(() => void put(thing, before));
    void put(thing, place).then((kept) => kept || drop());
  }

  const selected = things.find(({ id }) => id === selectedId);
  return {
    query: queries.find(({ error, data }) => error && data === undefined) ?? unsettled ?? tree,
    things,
    sites,
    selected,
    /** Whether the account may place anything here. */
    mayAny: Object.values(may).some(Boolean),
    mayPlace: selected !== undefined && may[selected.kind],
    mayMove: (id: number) => {
      const thing = things.find((one) => one.id === id);
      return thing !== undefined && may[thing.kind];
    },
    select: setSelectedId,
    change,
    /** Places the selected entry if it has no position, and selects the next one without. */
    place: (to: LonLat) => {
      if (!selected || selected.placed) return;
      change(selected.id, to);
      setSelectedId(nextUnplaced(things, selected.id)?.id);
    },
    undo: undo.undo,
  };
}
