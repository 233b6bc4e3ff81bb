import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useRevalidator, useRouteError } from 'react-router';
import { ApiError, NetworkError, TimeoutError } from '@/api/errors';
import { useConnection } from '@/entities/live/connection';
import { signPath } from '@/entities/session/redirect';
import { reloadPage } from '@/ui/reload-page';
import { PanelError } from '@/ui/states';
import { reloadOnce } from './reload-once';

/** A file of the page failed to load: the server was upgraded since the page was opened, or cannot be reached. */
function isMissingFile(error: unknown): boolean {
  return error instanceof Error && /dynamically imported|module script|failed to fetch|preload/i.test(error.message);
}

/** Reports whether the server responds: a reload without it would end on the browser's error page. */
async function serverAnswers(): Promise<boolean> {
  try {
    await fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(5_000) });
    return true;
  } catch {
    return false;
  }
}

/**
 * Shown when a route fails to load or to render. After an upgrade it reloads once; without a server it says so and
 * loads when the server is back. An expired session leads to sign-in and back; a page that fails to render says so and
 * can be retried.
 */
export function RouteFailure() {
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const over = error instanceof ApiError && error.status === 401;

  useEffect(() => {
    if (over) void navigate(signPath(pathname + search), { replace: true });
  }, [over, navigate, pathname, search]);

  if (over) return null;
  if (isMissingFile(error)) return <MissingFile error={error} />;
  return <FailedPage error={error} />;
}

function MissingFile({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<unknown>();
  const look = useCallback(
    async (reload: () => void) => {
      const there = await serverAnswers();
      if (there) reload();
      setShown(there ? error : new NetworkError());
    },
    [error],
  );
  useEffect(() => {
    void look(reloadOnce);
  }, [look]);
  useOnReturn(() => void look(reloadPage));
  return shown ? <PanelError title={t('error.page')} error={shown} onRetry={() => void look(reloadPage)} /> : null;
}

function FailedPage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const away = error instanceof ApiError || error instanceof NetworkError || error instanceof TimeoutError;
  useOnReturn(() => {
    if (away) void revalidate();
  });
  return <PanelError title={t('error.page')} error={error} onRetry={away ? () => void revalidate() : reloadPage} />;
}

/** Calls back when a lost connection is restored. */
function useOnReturn(run: () => void): void {
  useEffect(
    () =>
      useConnection.subscribe((now, before) => {
        if (before.loss && !now.loss) run();
      }),
    [run],
  );
}
