import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan } from '@/entities/permission/permissions';
import { Notice } from '@/ui/notice';

/** A link back to the guided setup, while no point is judged. */
export function ResumeSetup() {
  const { t } = useTranslation('home');
  if (!useCan('Create:Project')) return null;
  return (
    <Notice>
      {t('setup.begun')} <Link to="/setup">{t('setup.resume')}</Link>
    </Notice>
  );
}
