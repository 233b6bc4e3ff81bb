import { useQuery } from '@tanstack/react-query';
import { measurementsQuery, useLabel } from '@/api/catalog';
import { measurementValueListQuery } from '@/api/stats';

/** The measurements that a project has points of, as options in the order of the catalog; all of them until they are known. */
export function useProjectMeasurements(projectId: number): { value: string; label: string }[] {
  const say = useLabel();
  const all = useQuery(measurementsQuery).data ?? [];
  const measured = useQuery(measurementValueListQuery({ projectId })).data?.list;
  return all
    .filter(({ code }) => !measured || measured.some((one) => one.measurement === code))
    .map(({ code, label }) => ({ value: code, label: say(label) }));
}
