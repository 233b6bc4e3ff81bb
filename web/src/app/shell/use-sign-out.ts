import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { client } from '@/api/client';
import { useProjectMode } from '@/entities/session/project-mode';
import { useSessionStore } from '@/entities/session/session-store';

/** Revokes the token and clears everything of the account, even if the server cannot be reached. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await queryClient.cancelQueries(); // a late response must not refill the cache
    try {
      await client.POST('/api/sessions/signout');
      if (useSessionStore.getState().leaveHelp()) await client.POST('/api/sessions/signout'); // the operator's own as well
    } catch {
      // The token then expires by age; a broken connection must not stop a sign-out.
    }
    useSessionStore.getState().signOut();
    useProjectMode.getState().leave();
    await navigate('/sign');
    queryClient.clear();
  };
}
