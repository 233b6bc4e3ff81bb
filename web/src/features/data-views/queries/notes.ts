import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { useKnown } from '../model/known';
import { chartNotes, joinedNotes, type Notes, type PointNote, parted } from '../model/notes';
import type { PointState } from '../model/types';

/** The most points of one request. */
const atOnce = 200;

type Fields = components['schemas']['PointNoteFields'];

const notesKey = (projectId: number) => ['point-notes', projectId] as const;
const none: Notes = { list: [], more: false };

interface Wanted {
  projectId: number;
  /** The points; none: nothing is asked. */
  ids: readonly number[];
  start: number;
  end: number;
}

/** The notes on points that touch a range, as they were known, and how a chart shows them. */
export function useNotes({ projectId, ids, start, end }: Wanted) {
  const known = useKnown();
  const wanted = [...ids];
  const query = useQuery({
    queryKey: [...notesKey(projectId), wanted, start, end, known],
    queryFn: async ({ signal }): Promise<Notes> => {
      const answers = await Promise.all(
        parted(wanted, atOnce).map((measuringPointIds) => {
          const asked = { measuringPointIds, start, end, ...(known === null ? {} : { knownAt: known }) };
          const params = { path: { projectId }, query: asked };
          return data(client.GET('/api/projects/{projectId}/notes', { params, signal }));
        }),
      );
      return joinedNotes(answers);
    },
    enabled: wanted.length > 0 && end > 0,
    placeholderData: keepPreviousData,
  });
  const { list, more } = query.data ?? none;
  const several = ids.length > 1;
  return { list, more, drawn: useMemo(() => chartNotes(list, several), [list, several]) };
}

const path = '/api/structures/{structureId}/measuring-points/{measuringPointId}/notes';

type Noted = Pick<PointState, 'id' | 'structureId' | 'projectId'>;

/** Writes a note, or changes the one with an id. */
export function useSaveNote(point: Noted) {
  const queryClient = useQueryClient();
  const at = { structureId: point.structureId, measuringPointId: point.id };
  return useMutation({
    mutationFn: ({ noteId, body }: { noteId: number | null; body: Fields }) =>
      noteId === null
        ? data(client.POST(path, { params: { path: at }, body }))
        : data(client.PUT(`${path}/{noteId}`, { params: { path: { ...at, noteId } }, body })),
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: notesKey(point.projectId) }),
  });
}

/** Takes a note off the charts; its history is kept. */
export function useWithdrawNote(point: Noted) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, measuringPointId }: PointNote) => {
      const params = { path: { structureId: point.structureId, measuringPointId, noteId: id } };
      return data(client.DELETE(`${path}/{noteId}`, { params }));
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: notesKey(point.projectId) }),
  });
}
