import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { useCan } from '@/entities/permission/permissions';
import { useMadeFile } from '@/entities/report/made-file';
import { knownAt, useKnown } from '../model/known';
import type { PointState } from '../model/types';
import type { ViewState } from '../model/view-state';
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

/** Has the server make the workbook of a report, and saves it: of a line, or of the chosen points. */
export function useReportExport(
  point: Pick<PointState, 'id' | 'projectId'>,
  typed: Pick<ViewState, 'weather' | 'work'>,
) {
  const known = useKnown();
  const instruments = useCan('View:Device');
  const made = useMadeFile(point.projectId);
  const save = ({ measuringPointIds, fields, step, differential, ...times }: Query) => {
    const form = {
      ...{ projectId: point.projectId, ...times, ...knownAt(known) },
      ...{ instruments, weather: typed.weather, working: typed.work, format: 'xlsx' as const },
    };
    made.mutate(() =>
      differential
        ? data(client.POST('/api/exports/hsl-settlement-report', { body: { ...form, measuringPointId: point.id } }))
        : data(
            client.POST('/api/exports/measuring-point-report', {
              body: { ...form, measuringPointIds, ...(fields && { fields }), ...(step && { step }) },
            }),
          ),
    );
  };
  return { save, isPending: made.isPending };
}
