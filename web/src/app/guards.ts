import type { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { ApiError } from '@/api/errors';
import { projectQuery } from '@/api/project';
import { useProjectMode } from '@/entities/session/project-mode';
import { signPath } from '@/entities/session/redirect';
import { renewSession } from '@/entities/session/renew';
import { useSessionStore } from '@/entities/session/session-store';

function pathOf(request: Request): string {
  const url = new URL(request.url);
  return url.pathname + url.search;
}

/** The token that was renewed since the page was loaded. */
let renewed = '';

/** Refreshes the stored account, once per page load. */
async function renewOnce(): Promise<void> {
  const { session, signOut } = useSessionStore.getState();
  try {
    await renewSession();
    renewed = session?.token ?? '';
  } catch (error) {
    // Without a server the stored account still opens the pages, which then show what they could not load.
    if (error instanceof ApiError && error.status === 401) signOut();
  }
}

/** Home shows projects, and platform operators outside a corporation see none. */
function atHome(request: Request): boolean {
  return ['/', '/dashboard'].includes(new URL(request.url).pathname);
}

/** Only sign-in is open without a session. */
export async function sessionLoader({ request }: LoaderFunctionArgs) {
  const token = useSessionStore.getState().session?.token;
  if (token !== undefined && token !== renewed) await renewOnce();
  const { session } = useSessionStore.getState();
  if (!session || session.mustEnrol) throw redirect(signPath(pathOf(request)));
  if (session.user.type === 'System' && !session.helping && atHome(request)) throw redirect('/console/corporations');
  return null;
}

const idParameters = ['projectId', 'structureId', 'itemId', 'mpId', 'notificationId', 'projectReportId'] as const;

/** All ids in addresses are digits; anything else is "not found". */
export function idsLoader({ params }: LoaderFunctionArgs) {
  for (const name of idParameters) {
    const id = params[name];
    if (id !== undefined && !/^\d{1,16}$/.test(id)) throw redirect('/not-found');
  }
  return null;
}

/** An address with a project enters project mode; a project that does not exist or is not visible is "not found". */
export function projectLoader(queryClient: QueryClient) {
  return async (args: LoaderFunctionArgs) => {
    idsLoader(args);
    const id = Number(args.params.projectId);
    try {
      const project = await queryClient.ensureQueryData(projectQuery(id));
      useProjectMode.getState().enter(id, project.permissions ?? []);
    } catch (error) {
      if (error instanceof ApiError && (error.status === 404 || error.status === 403)) throw redirect('/not-found');
      throw error;
    }
    return null;
  };
}
