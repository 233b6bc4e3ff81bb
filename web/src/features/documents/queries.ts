import { useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { useLanguage } from '@/ui/i18n/use-language';
import { loadChapter, loadGuide } from './model/chapters';

/** The chapters of the guide with their sections, in the language on the screen. */
export function useTopo() {
  const language = useLanguage();
  return useQuery({
    queryKey: ['documents', 'topo', language],
    queryFn: ({ signal }) => data(client.GET('/api/documents/topo', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useChapter(name: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['documents', 'chapter', language, name],
    queryFn: () => loadChapter(language, name),
    enabled: name !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** All chapters, for the search; fetched when something is searched. */
export function useGuide(enabled: boolean) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['documents', 'guide', language],
    queryFn: () => loadGuide(language),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useReleases() {
  const language = useLanguage();
  return useQuery({
    queryKey: ['releases', language],
    queryFn: ({ signal }) => data(client.GET('/api/releases', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
