import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { signPath } from '@/entities/session/redirect';
import { useSessionStore } from '@/entities/session/session-store';
import { Dialog } from '@/ui/dialog';

/** Says once that the session is over, and leads to sign-in and from there back to this page. */
export function ExpiryDialog() {
  const { t } = useTranslation(['shell', 'common']);
  const expired = useSessionStore((state) => state.expired);
  const signOut = useSessionStore((state) => state.signOut);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  async function leave() {
    signOut();
    queryClient.clear();
    await navigate(signPath(pathname + search));
  }

  return (
    <Dialog
      open={expired}
      title={t('expired.title')}
      width={400}
      closable={false}
      keyboard={false}
      okText={t('common:action.signInAgain')}
      onOk={leave}
      cancelButtonProps={{ hidden: true }}
    >
      {t('expired.text')}
    </Dialog>
  );
}
