import { redirect } from 'react-router';
import { hidesDocuments, hidesReleases } from '@/entities/session/hidden-pages';
import { useSessionStore } from '@/entities/session/session-store';

/** Redirects to "not found" if the guide is hidden. */
export function documentsLoader() {
  const { session } = useSessionStore.getState();
  if (session && hidesDocuments(session)) throw redirect('/not-found');
  return null;
}

export function releasesLoader() {
  const { session } = useSessionStore.getState();
  if (session && hidesReleases(session)) throw redirect('/not-found');
  return null;
}
