import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { useManualTemplate } from '@/entities/manual/template';
import { saveBlob } from '@/ui/download';

const form = '/api/structures/{structureId}/initshifts' as const;
const readings = '/api/structures/{structureId}/measuring-points/{measuringPointId}/artificial-data/workbook' as const;

function formOf(file: Blob): FormData {
  const body = new FormData();
  body.append('file', file);
  return body;
}

/** The form of initial-value corrections: its template, its check, and recording all of it or nothing. */
export function useShiftForm(structureId: number) {
  const cache = useQueryClient();
  const params = { path: { structureId } };
  const send = (file: File) => ({ params, body: { file: '' }, bodySerializer: () => formOf(file) });
  const template = useMutation({
    mutationFn: async () =>
      saveBlob(
        (await data(client.GET(`${form}/template`, { params, parseAs: 'blob' }))) as unknown as Blob,
        'initshift-template.xlsx',
      ),
  });
  const check = useMutation({
    mutationFn: (file: File) => data(client.POST(`${form}/preview`, send(file))),
    meta: { quiet: true },
  });
  const marked = useMutation({
    mutationFn: async (file: File) =>
      saveBlob(
        (await data(client.POST(`${form}/marked`, { ...send(file), parseAs: 'blob' }))) as unknown as Blob,
        file.name.replace(/(\.xlsx)?$/i, '-marked.xlsx'),
      ),
  });
  const run = useMutation({
    mutationFn: (file: File) => data(client.POST(form, send(file))),
    meta: { quiet: true },
    onSuccess: () => cache.invalidateQueries(),
  });
  return { template, check, marked, run };
}

/** The form of manual readings: its template, its check, and entering all of it or nothing. */
export function useManualForm(structureId: number, measuringPointId: number) {
  const cache = useQueryClient();
  const params = { path: { structureId, measuringPointId } };
  const send = (file: File) => ({ params, body: { file: '' }, bodySerializer: () => formOf(file) });
  const template = useManualTemplate(structureId, measuringPointId);
  const check = useMutation({
    mutationFn: (file: File) => data(client.POST(`${readings}/preview`, send(file))),
    meta: { quiet: true },
  });
  const run = useMutation({
    mutationFn: (file: File) => data(client.POST(readings, send(file))),
    meta: { quiet: true },
    onSuccess: () => cache.invalidateQueries(),
  });
  return { template, check, run };
}
