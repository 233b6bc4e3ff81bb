import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { PointState } from '../model/types';
import { pointKeys } from './keys';

const surveys = '/api/structures/{structureId}/measuring-points/{measuringPointId}/pam-surveys' as const;

interface Asked {
  file: File;
  query: { layout?: string; direction?: 'forward' | 'backward'; open?: boolean; time?: number };
}

/** Checks the file of a survey of a pipe, and imports it. */
export function usePipeImport(point: PointState) {
  const cache = useQueryClient();
  const path = { structureId: point.structureId, measuringPointId: point.id };
  const form = (file: File) => {
    const body = new FormData();
    body.append('file', file);
    return { body: { file: '' }, bodySerializer: () => body };
  };
  const check = useMutation({
    mutationFn: ({ file, query }: Asked) =>
      data(client.POST(`${surveys}/preview`, { params: { path, query }, ...form(file) })),
    meta: { quiet: true },
  });
  const run = useMutation({
    mutationFn: ({ file, query, time, name }: Asked & { time: number; name: string }) =>
      data(
        client.POST(surveys, { params: { path, query: { ...query, time, name, filename: file.name } }, ...form(file) }),
      ),
    meta: { quiet: true },
    onSuccess: () => cache.invalidateQueries({ queryKey: pointKeys.all(point.id) }),
  });
  return { check, run };
}
