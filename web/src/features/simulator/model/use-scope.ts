import { useState } from 'react';
import type { components } from '@/api/schema.gen';
import type { Way } from '../components/batch';
import { type Here, type PointsSimulation, useAlike, useBatch, useCancelBatch, useStartBatch } from '../queries';
import type { Asked } from './address';
import { isOf, merged, type Quantity, type Row, rowsOf, scaled } from './draft';

interface Draft {
  asked: Asked;
  change: (wanted: Partial<Asked>) => void;
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
export function useScope(here: Here, measurement: string, s: Draft) {
  const { asked, change, quantity, draft, base, all, start, end, decimals } = s;
  const [ownWay, setWay] = useState<Way | null>(null);
  const [ownFactor, setFactor] = useState<number | null>(null);
  const { wide } = asked;
  const alike = useAlike(here, measurement, true);
  const unit = alike.data?.find((one) => one.measuringPointId === here.pointId)?.changeUnit ?? '';
  // Limits are numbers in the unit of a point: points with another unit are left out.
  const points = (alike.data ?? []).filter((one) => one.changeUnit === unit).slice(0, most);
  const starting = useStartBatch(here);
  const cancel = useCancelBatch(here);
  const batch = useBatch(here, wide ? asked.batch : 0);
  const tried = batch.data?.asked;
  const way = ownWay ?? (tried?.factor === undefined ? 'same' : 'factor');
  const factor = ownFactor ?? tried?.factor ?? ratioOf(draft, base);
  const begin = (body: PointsSimulation) =>
    starting.mutate(body, {
      onSuccess: (job) =>
        change({ quantity: { field: body.field, valueType: body.valueType }, wide: true, batch: job.id }),
    });
  const rowsFor = (thresholds: readonly Row[]) =>
    way === 'same' ? (draft ?? []) : scaled(quantity ? rowsOf(thresholds, quantity) : [], factor, decimals);
  const listFor = (id: number, thresholds: readonly Row[]): components['schemas']['BulkChange'][] => {
    const rows = wide ? rowsFor(thresholds) : (draft ?? []);
    return quantity && rows.length > 0
      ? [{ measuringPointIds: [id], value: { list: merged(thresholds, quantity, rows) } }]
      : [];
  };
  return {
    wide,
    setWide: (wanted: boolean) => change({ wide: wanted }),
    loading: wide && !alike.data,
    count: points.length,
    changes: wide ? points.flatMap((one) => listFor(one.measuringPointId, one.thresholds)) : listFor(here.pointId, all),
    batchProps: {
      points: points.length,
      way,
      factor,
      onWay: setWay,
      onFactor: setFactor,
      batch: batch.data,
      failure: batch.error,
      /** The simulation in the address is about other points, or about another quantity. */
      foreign:
        tried !== undefined && !(quantity && isOf(quantity, tried) && tried.measuringPointIds.includes(here.pointId)),
      busy: starting.isPending,
      onStart: () =>
        quantity &&
        begin({
          ...quantity,
          start,
          end,
          measuringPointIds: points.map((one) => one.measuringPointId),
          ...(way === 'same' ? { set: { list: draft ?? [] } } : { factor }),
        }),
      onAgain: () => tried && begin(tried),
      onReload: () => void batch.refetch(),
      onCancel: () => cancel.mutate(asked.batch),
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
