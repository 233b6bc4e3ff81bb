import { client, data } from '@/api/client';
import { useMadeFile } from '@/entities/report/made-file';
import { askedSpan, useKnown } from '../model/known';
import type { PointState } from '../model/types';
import type { ViewState } from '../model/view-state';

interface Compared {
  manualId: number;
  field: 'x' | 'y';
  sameToe: boolean;
}

/** Has the server make the workbook of the last run by hand of a range against the array, and saves it. */
export function useComparisonExport(point: Pick<PointState, 'id' | 'projectId'>, { range, base }: ViewState) {
  const known = useKnown();
  const made = useMadeFile(point.projectId);
  const save = ({ manualId, ...how }: Compared) => {
    const { knownAt, ...span } = askedSpan(range, known);
    const manual = { pairs: [{ measuringPointId: point.id, manualId }], ...span, base: base ?? 0, ...how };
    made.mutate(() =>
      data(
        client.POST('/api/exports/compare-report', {
          body: { projectId: point.projectId, manual, format: 'xlsx', ...(knownAt > 0 && { knownAt }) },
        }),
      ),
    );
  };
  return { save, isPending: made.isPending, error: made.error };
}
