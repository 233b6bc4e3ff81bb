import { useMutation } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { saveBlob } from '@/ui/download';

/** Saves the empty form for readings of a manual point. */
export function useManualTemplate(structureId: number, measuringPointId: number) {
  return useMutation({
    mutationFn: async () =>
      saveBlob(
        (await data(
          client.GET(
            '/api/structures/{structureId}/measuring-points/{measuringPointId}/artificial-data/workbook/template',
            {
              params: { path: { structureId, measuringPointId } },
              parseAs: 'blob',
            },
          ),
        )) as unknown as Blob,
        'manual-readings.xlsx',
      ),
  });
}
