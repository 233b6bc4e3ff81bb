import { useState } from 'react';
import type { components } from '@/api/schema.gen';
import type { Way } from '../components/batch';
import { type Here, useAlike, useBatch, useCancelBatch, useStartBatch } from '../queries';
import { merged, type Quantity, type Row, rowsOf, scaled } from './draft';

interface Draft {
  quantity: Quantity | null;
  draft: Row[] | null;
  base: Row[];
  all: readonly Row[];
  start: number;
  end: number;
  decimals: number;
}

/** The server simulates and saves at most so many points at once. */
const most = 500;

/** To which points the draft applies: one, or those of its kind in the structure, on which it can be tried as a job. */
export function useScope(here: Here, measurement: string, { quantity, draft, base, all, start, end, decimals }: Draft) {
  const [kind, setKind] = useState<'point' | 'structure'>('point');
  const [way, setWay] = useState<Way>('same');
  const [own, setOwn] = useState<number | null>(null);
  const [jobId, setJobId] = useState(0);
  const wide = kind === 'structure';
  const alike = useAlike(here, measurement, true);
  const unit = alike.data?.find((one) => one.measuringPointId === here.pointId)?.changeUnit ?? '';
  // Limits are numbers in the unit of a point: points with another unit are left out.
  const points = (alike.data ?? []).filter((one) => one.changeUnit === unit).slice(0, most);
  const start0 = useStartBatch(here);
  const cancel = useCancelBatch(here);
  const batch = useBatch(here, jobId);
  const factor = own ?? ratioOf(draft, base);
  const rowsFor = (thresholds: readonly Row[]) =>
    way === 'same' ? (draft ?? []) : scaled(quantity ? rowsOf(thresholds, quantity) : [], factor, decimals);
  const listFor = (id: number, thresholds: readonly Row[]): components['schemas']['BulkChange'][] => {
    const rows = wide ? rowsFor(thresholds) : (draft ?? []);
    return quantity && rows.length > 0
      ? [{ measuringPointIds: [id], value: { list: merged(thresholds, quantity, rows) } }]
      : [];
  };
  return {
    kind,
    setKind,
    wide,
    loading: wide && !alike.data,
    count: points.length,
    changes: wide ? points.flatMap((one) => listFor(one.measuringPointId, one.thresholds)) : listFor(here.pointId, all),
    batchProps: {
      points: points.length,
      way,
      factor,
      onWay: setWay,
      onFactor: setOwn,
      batch: batch.data,
      busy: start0.isPending,
      onStart: () =>
        quantity &&
        start0.mutate(
          {
            ...quantity,
            start,
            end,
            measuringPointIds: points.map((one) => one.measuringPointId),
            ...(way === 'same' ? { set: { list: draft ?? [] } } : { factor }),
          },
          { onSuccess: (job) => setJobId(job.id) },
        ),
      onCancel: () => cancel.mutate(jobId),
    },
  };
}

/** The factor between the highest limits of the draft and of what is in force; 1.1 without one. */
function ratioOf(draft: readonly Row[] | null, base: readonly Row[]): number {
  const top = (row: Row | undefined) => row && (row.red ?? row.orange ?? row.yellow ?? row.blue);
  const before = top(base[0]);
  const after = top(draft?.[0]);
  const ratio = before && after ? Number((after / before).toFixed(2)) : 1;
  return ratio === 1 ? 1.1 : Math.min(Math.max(ratio, 0.01), 100);
}
