import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useMatches } from 'react-router';
import { latestNotificationsQuery, urgentCount } from '@/api/notifications';
import { useBrand } from '@/entities/brand/brand';
import { useFavicon } from '@/entities/brand/favicon';
import { handleOf } from '@/entities/permission/routing';
import { useSession } from '@/entities/session/session-store';
import { UnsavedGuard } from '@/ui/form/unsaved-guard';
import { ExpiryDialog } from './shell/expiry-dialog';

/** The frame of every page: its title with the count of urgent alerts, and the end of the session. */
export function Root() {
  const { t } = useTranslation(['common', 'shell']);
  const matches = useMatches();
  const titleKey = matches
    .map((match) => handleOf({ handle: match.handle })?.titleKey)
    .filter((key) => key !== undefined)
    .at(-1);
  const { platformName: platform, favicon } = useBrand();
  useFavicon(favicon);
  const signedIn = useSession() !== null;
  const { data: news } = useQuery({ ...latestNotificationsQuery(), enabled: signedIn });
  const urgent = news ? urgentCount(news.list) : 0;
  const name = titleKey ? `${t(titleKey as 'common:product')} - ${platform}` : platform;
  const title = urgent > 0 ? `(${urgent}) ${name}` : name;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <Outlet />
      <UnsavedGuard />
      <ExpiryDialog />
    </>
  );
}
