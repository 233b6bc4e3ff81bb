import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { saveBlob } from '@/ui/download';
import { knownAt, useKnown } from '../model/known';
import type { PointState } from '../model/types';
import { pointKeys } from './keys';

type Query = components['schemas']['ReportQuery'];

/** The rows of a report. Shown rows stay while others are fetched. */
export function useReport(point: Pick<PointState, 'id'>, query: Query, every: number) {
  const known = useKnown();
  return useQuery({
    queryKey: [...pointKeys.all(point.id), 'report', query, known],
    queryFn: ({ signal }) =>
      data(client.POST('/api/monitor/report-preview', { body: { ...query, ...knownAt(known) }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: every > 0 ? every * 1000 : false,
  });
}

/** Saves the rows of a report as a workbook. */
export function useReportExport(name: string) {
  const known = useKnown();
  return useMutation({
    mutationFn: async (query: Query) => {
      const body = { ...query, ...knownAt(known) };
      const made = data(client.POST('/api/exports/measuring-point-report', { body, parseAs: 'blob' }));
      saveBlob((await made) as unknown as Blob, `${name}.xlsx`);
    },
  });
}
