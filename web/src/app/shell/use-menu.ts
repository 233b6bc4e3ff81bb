import { useLocation } from 'react-router';
import { heldInProject } from '@/entities/permission/permission-rules';
import { useProjectMode } from '@/entities/session/project-mode';
import { useSession } from '@/entities/session/session-store';
import { selectedItem, visibleMenu } from './menu';
import { useRoutePaths } from './route-paths';

/** The menu of this account in this mode, and the item of this page. */
export function useMenu() {
  const session = useSession();
  const projectId = useProjectMode((state) => state.projectId);
  const inProject = useProjectMode((state) => state.permissions);
  const somewhere = session?.permissions ?? [];
  const permissions = projectId === null ? somewhere : heldInProject(somewhere, inProject);
  const { pathname } = useLocation();
  const paths = useRoutePaths();
  const menu = visibleMenu(
    {
      accountType: session?.user.type ?? 'Normal',
      permissions,
      projectId,
      privateDeployment: session?.privateDeployment ?? false,
      helping: session?.helping !== undefined,
      nsbd: session?.brand?.activeNSBDInfoTable === true,
    },
    paths,
  );
  return { menu, selected: selectedItem(menu, pathname) };
}
