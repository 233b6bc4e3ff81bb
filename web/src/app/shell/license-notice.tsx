import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Can } from '@/entities/permission/can';
import { useSession } from '@/entities/session/session-store';
import { Notice } from '@/ui/notice';

/** Shown when a private deployment has no valid license, with the consequences. */
export function LicenseNotice() {
  const { t } = useTranslation('shell');
  const state = useSession()?.licenseState;
  if (!state || state === 'valid') return null;
  return (
    <Notice>
      {t(`license.${state}`)}{' '}
      <Can any={['View:Corporation']}>
        <Link to="/console/license">{t('license.open')}</Link>
      </Can>
    </Notice>
  );
}
