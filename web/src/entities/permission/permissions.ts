import { useParams } from 'react-router';
import { useProjectMode } from '@/entities/session/project-mode';
import { useSession } from '@/entities/session/session-store';
import { heldInProject, holdsAny, type Permission } from './permission-rules';

/** The account's permissions on this page: in the project of the address, otherwise anywhere. */
export function useHeldPermissions(): readonly string[] {
  const session = useSession();
  const { projectId } = useParams();
  const inProject = useProjectMode((state) => state.permissions);
  const somewhere = session?.permissions ?? [];
  return projectId === undefined ? somewhere : heldInProject(somewhere, inProject);
}

/** Reports whether the account holds at least one of the permissions here. */
export function useCan(...wanted: Permission[]): boolean {
  return holdsAny(useHeldPermissions(), wanted);
}
