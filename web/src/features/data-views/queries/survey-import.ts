import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import type { CasingPreview, PipePreview } from '../model/survey-import';
import type { PointState } from '../model/types';
import { pointKeys } from './keys';

const ofPoint = '/api/structures/{structureId}/measuring-points/{measuringPointId}' as const;

/** How a file is read. */
interface Reading {
  layout?: string;
  time?: number;
}

/** What an imported survey is called. */
interface Saving {
  time: number;
  name: string;
  operator: string;
  filename: string;
}

/** The parameters of a pipe: where the sonde was pulled to, and whether the misclosure stays. */
export interface PipeMore {
  direction?: 'forward' | 'backward';
  open?: boolean;
}

type Upload = ReturnType<typeof uploadOf>;

function uploadOf(file: File) {
  const body = new FormData();
  body.append('file', file);
  return { body: { file: '' }, bodySerializer: () => body };
}

interface Calls<Found, More> {
  check: (upload: Upload, query: Reading & More) => Promise<Found>;
  save: (upload: Upload, query: Reading & More & Saving) => Promise<components['schemas']['SurveyImported']>;
}

/** Checks the file of a survey, and imports it. */
function useImport<Found, More>(point: PointState, { check, save }: Calls<Found, More>) {
  const cache = useQueryClient();
  return {
    check: useMutation({
      mutationFn: ({ file, query }: { file: File; query: Reading & More }) => check(uploadOf(file), query),
      meta: { quiet: true },
    }),
    run: useMutation({
      mutationFn: ({ file, query }: { file: File; query: Reading & More & Omit<Saving, 'filename'> }) =>
        save(uploadOf(file), { ...query, filename: file.name }),
      meta: { quiet: true },
      onSuccess: () => cache.invalidateQueries({ queryKey: pointKeys.all(point.id) }),
    }),
  };
}

export type SurveyImportCalls<Found, More> = ReturnType<typeof useImport<Found, More>>;

/** Surveys of a pipe with a pipeline attitude meter. */
export function usePipeImport(point: PointState) {
  const path = { structureId: point.structureId, measuringPointId: point.id };
  return useImport<PipePreview, PipeMore>(point, {
    check: (upload, query) =>
      data(client.POST(`${ofPoint}/pam-surveys/preview`, { params: { path, query }, ...upload })),
    save: (upload, query) => data(client.POST(`${ofPoint}/pam-surveys`, { params: { path, query }, ...upload })),
  });
}

/** Surveys of a casing with an inclinometer probe. */
export function useCasingImport(point: PointState) {
  const path = { structureId: point.structureId, measuringPointId: point.id };
  return useImport<CasingPreview, object>(point, {
    check: (upload, query) =>
      data(client.POST(`${ofPoint}/rdm-surveys/preview`, { params: { path, query }, ...upload })),
    save: (upload, query) => data(client.POST(`${ofPoint}/rdm-surveys`, { params: { path, query }, ...upload })),
  });
}
