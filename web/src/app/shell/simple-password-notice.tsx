import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '@/entities/session/session-store';
import { Notice } from '@/ui/notice';

/** Warns of a password that fails the strong rule, until it is closed or changed. */
export function SimplePasswordNotice() {
  const { t } = useTranslation('shell');
  const session = useSession();
  const [closed, setClosed] = useState(false);
  if (!session?.isSimplePwd || closed) return null;
  return (
    <Notice onClose={() => setClosed(true)}>
      {t('simplePassword')} <Link to="/profile">{t('simplePasswordChange')}</Link>
    </Notice>
  );
}
