import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLabel } from '@/api/catalog';
import { client, data } from '@/api/client';
import { readingPage } from '../../model/adapt';
import { askedSpan, useKnown } from '../../model/known';
import type { Range } from '../../model/range';
import { pointKeys } from '../../queries/keys';
import type { ManualRecord } from './model';

interface Params {
  pointId: number;
  range: Range;
  base: number | null;
  page: number;
  pageSize: number;
}

/** One page of the readings of a manual point, newest first, with what was entered. */
export function useManualPage(params: Params) {
  const say = useLabel();
  const known = useKnown();
  return useQuery({
    queryKey: [...pointKeys.all(params.pointId), 'manual', params, known, say],
    queryFn: async ({ signal }) => {
      const { pointId, range, base, page, pageSize } = params;
      const table = await data(
        client.POST('/api/monitor/artificial', {
          body: {
            ...{ measuringPointId: pointId, valueTypes: ['observed', 'accumulated', 'rate'], base: base ?? 0 },
            ...{ includeAbnormal: true, ...askedSpan(range, known), page, pageSize, order: 'desc' },
          },
          signal,
        }),
      );
      const { columns } = readingPage({ ...table, list: [], ranges: [] }, say, '');
      const rows: ManualRecord[] = table.list.map(({ entry = null, ...row }) => ({ ...row, entry }));
      return { columns, rows, total: table.total };
    },
    placeholderData: keepPreviousData,
  });
}
