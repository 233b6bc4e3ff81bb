import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client, data } from '@/api/client';
import { deviceQuery } from '@/api/devices';
import { ApiError } from '@/api/errors';
import { projectQuery } from '@/api/project';
import { formatTime } from '@/ui/format/time';
import { feedingIn } from '../model/feeding';
import { askedSpan, useKnown } from '../model/known';
import type { Range } from '../model/range';
import type { PointState } from '../model/types';
import { pointKeys } from './keys';

/** A point as a file names it. */
export type NamedPoint = Pick<PointState, 'id' | 'projectId' | 'structureId' | 'name'>;

/** Lines of a file: what and which. */
export type Facts = readonly (readonly string[])[];

/** useFeeding finds the devices that fed points in a range, by model and serial number, as in the files of the server. */
export function useFeeding() {
  const cache = useQueryClient();
  const known = useKnown();
  return async (points: readonly NamedPoint[], range: Range): Promise<string> => {
    const { start, end } = askedSpan(range, known);
    const devicesOf = async ({ id, projectId, structureId }: NamedPoint) => {
      const path = '/api/structures/{structureId}/measuring-points/{measuringPointId}/versions';
      const params = { path: { structureId, measuringPointId: id }, query: { aspect: 'binding' } };
      const { list } = await cache.fetchQuery({
        queryKey: [...pointKeys.all(id), 'versions', 'bindings'],
        queryFn: ({ signal }) => data(client.GET(path, { params, signal })),
      });
      const { corporationId } = await cache.fetchQuery(projectQuery(projectId));
      return Promise.all(
        feedingIn(list, { start, end }, known).map((device) => cache.fetchQuery(deviceQuery(corporationId, device))),
      );
    };
    try {
      const found = (await Promise.all(points.map(devicesOf))).flat();
      return [...new Set(found.map(({ model, sncode }) => [model, sncode].filter(Boolean).join(' ')))].join('; ');
    } catch (error) {
      // The server leaves them out too for people who may not see devices.
      if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return '';
      throw error;
    }
  };
}

/** useFileFacts says what a file is about: points, devices, range, time zone, and when its data were known. */
export function useFileFacts(zone: string) {
  const { t } = useTranslation(['data-views', 'common']);
  const known = useKnown();
  const feeding = useFeeding();
  return async (points: readonly NamedPoint[], range: Range): Promise<Facts> => {
    const { start, end } = askedSpan(range, known);
    const devices = await feeding(points, range);
    return [
      [t('common:entity.point'), points.map(({ name }) => name).join('; ')],
      ...(devices ? [[t('common:entity.device'), devices] as const] : []),
      [t('range.label'), `${formatTime(start, zone)} – ${formatTime(end, zone)}`],
      [t('file.zone'), zone],
      ...(known === null ? [] : [[t('file.known'), formatTime(known, zone)] as const]),
    ];
  };
}
