import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import type { components } from '@/api/schema.gen';
import { useChange } from './use-change';

export type Silence = components['schemas']['MaintenanceSilence'];
type SilenceFields = components['schemas']['SilenceFields'];

export const silencesPerPage = 50;

const silencesKey = (projectId: number) => [...keys.project(projectId), 'silences'] as const;

/** A page of the silences of a project, the latest start first. */
export function useSilences(projectId: number, page: number) {
  return useQuery({
    queryKey: [...silencesKey(projectId), page],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/projects/{projectId}/silences', {
          params: { path: { projectId }, query: { page, pageSize: silencesPerPage } },
          signal,
        }),
      ),
    refetchInterval: 60_000,
  });
}

export function useAddSilence(projectId: number) {
  return useChange(silencesKey(projectId), (body: SilenceFields) =>
    data(client.POST('/api/projects/{projectId}/silences', { params: { path: { projectId } }, body })),
  );
}

export function useEndSilence(projectId: number) {
  return useChange(silencesKey(projectId), (silenceId: number) =>
    data(
      client.POST('/api/projects/{projectId}/silences/{silenceId}/end', { params: { path: { projectId, silenceId } } }),
    ),
  );
}

/** The levels up to a highest one, in words. */
export function useLevelText() {
  const { t } = useTranslation(['silences', 'common']);
  return (highest: number) => {
    if (highest === 4) return t('allLevels');
    return highest === 1 ? t('common:level.1') : t('upTo', { level: t(`common:level.${highest as 2}`) });
  };
}
