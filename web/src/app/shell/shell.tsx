import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation, useMatches, useNavigate } from 'react-router';
import { keepLive } from '@/entities/live/keep-live';
import { onLive } from '@/entities/live/live-stream';
import { holdsAny } from '@/entities/permission/permission-rules';
import { useHeldPermissions } from '@/entities/permission/permissions';
import { handleOf } from '@/entities/permission/routing';
import { useProjectMode } from '@/entities/session/project-mode';
import { signPath } from '@/entities/session/redirect';
import { useSession } from '@/entities/session/session-store';
import { NoPermission } from '@/ui/states';
import { useNarrow, usePhone } from '@/ui/use-media';
import { forgetKept, renewShown } from '../query-client';
import { BottomBar } from './bottom-bar';
import { ConnectionBanner } from './connection-banner';
import { Header } from './header';
import { HelpNotice } from './help-notice';
import { LicenseNotice } from './license-notice';
import styles from './shell.module.css';
import { Sidebar } from './sidebar';
import { useSidebar } from './sidebar-store';
import { SimplePasswordNotice } from './simple-password-notice';

/** Header, sidebar or bottom bar, and the page; opens the event stream for all of them. */
export function Shell() {
  const { t } = useTranslation(['shell', 'common']);
  const phone = usePhone();
  const narrow = useNarrow();
  const handle = useMatches()
    .map((match) => handleOf({ handle: match.handle }))
    .filter((found) => found !== undefined)
    .at(-1);
  const held = useHeldPermissions();
  const { collapsed, toggle } = useSidebar();
  const kind = handle?.wide || narrow ? 'wide' : 'normal';
  const { pathname, search } = useLocation();
  const mustEnrol = useSession()?.mustEnrol ?? false;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const leave = useProjectMode((state) => state.leave);

  useEffect(() => {
    const end = new AbortController();
    void keepLive(end.signal, () => void renewShown(queryClient));
    return () => end.abort();
  }, [queryClient]);
  useEffect(() => onLive(({ topic }) => forgetKept(queryClient, topic)), [queryClient]);

  useEffect(() => {
    // The corporation now requires a second factor: set it up first, then return here.
    if (mustEnrol) void navigate(signPath(pathname + search), { replace: true });
  }, [mustEnrol, navigate, pathname, search]);

  useEffect(() => {
    // Home is the corporation-wide view.
    if (pathname === '/dashboard') leave();
  }, [pathname, leave]);

  const missing = holdsAny(held, handle?.permissions) ? undefined : handle?.permissions?.[0];
  const page = missing ? (
    <NoPermission permission={missing} action={<Link to="/dashboard">{t('common:action.backHome')}</Link>} />
  ) : (
    <Outlet />
  );
  if (handle?.bare) {
    return (
      <main id="main" className={styles.bare} tabIndex={-1}>
        {page}
      </main>
    );
  }
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      <Header phone={phone} />
      <HelpNotice />
      <LicenseNotice />
      <SimplePasswordNotice />
      <div className={styles.below}>
        {!phone && <Sidebar collapsed={collapsed[kind]} onToggle={() => toggle(kind)} />}
        <div className={styles.content}>
          <ConnectionBanner />
          <main id="main" className={styles.main} tabIndex={-1}>
            {page}
          </main>
        </div>
      </div>
      {phone && <BottomBar />}
    </div>
  );
}
