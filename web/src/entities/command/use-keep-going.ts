import { useEffect } from 'react';
import { useCan } from '@/entities/permission/permissions';
import { outstanding, renewLease, useCommands, type Where } from './queries';

const leaseEveryMs = 10_000;

/** Keeps keep sending alive while a page of its device is open, on any tab. */
export function useKeepGoing(where: Where) {
  const may = useCan('Update:Device');
  const { corporationId, deviceId } = where;
  const kept = useCommands(where, { page: 1, pageSize: 20, state: 'outstanding' }).data?.list.find(
    (one) => one.every > 0 && outstanding.includes(one.state),
  )?.id;
  useEffect(() => {
    if (kept === undefined || !may) return;
    const timer = setInterval(() => {
      // If it has ended meanwhile, the list shows that.
      renewLease({ corporationId, deviceId }, kept).catch(() => undefined);
    }, leaseEveryMs);
    return () => clearInterval(timer);
  }, [corporationId, deviceId, kept, may]);
}
