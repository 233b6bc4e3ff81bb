import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { ApiError, NetworkError, TimeoutError } from '@/api/errors';
import { signPath } from '@/shared/session/redirect';
import { PanelError } from '@/shared/ui/states';
import { reloadOnce } from './reload-once';

/** A file of the page that is gone: the server was upgraded since this page was loaded. */
function isMissingFile(error: unknown): boolean {
  return error instanceof TypeError && /import|module|fetch/i.test(error.message);
}

/**
 * What shows when a route fails to load or to draw. After an upgrade one reload mends it. A failed load leads to
 * sign-in and back; a page that fails to draw says so and can be tried again.
 */
export function RouteFailure() {
  const { t } = useTranslation();
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isLoadFailure = error instanceof ApiError || error instanceof NetworkError || error instanceof TimeoutError;

  useEffect(() => {
    if (isMissingFile(error) && reloadOnce()) return;
    if (isLoadFailure) void navigate(signPath(pathname + search), { replace: true });
  }, [error, isLoadFailure, navigate, pathname, search]);

  if (isLoadFailure) return null;
  return <PanelError title={t('error.page')} error={error} onRetry={() => window.location.reload()} />;
}
