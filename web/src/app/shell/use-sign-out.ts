import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { client } from '@/api/client';
import { useProjectMode } from '@/entities/session/project-mode';
import { useSessionStore } from '@/entities/session/session-store';

/** Revokes the token and forgets everything of the account. The browser forgets even when the server is away. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await queryClient.cancelQueries(); // what is on its way would come too late
    try {
      await client.POST('/api/sessions/signout');
      if (useSessionStore.getState().leaveHelp()) await client.POST('/api/sessions/signout'); // the operator's own as well
    } catch {
      // The token then ends by its age; whoever signs out must not be kept by a broken line.
    }
    useSessionStore.getState().signOut();
    useProjectMode.getState().leave();
    await navigate('/sign');
    queryClient.clear();
  };
}
