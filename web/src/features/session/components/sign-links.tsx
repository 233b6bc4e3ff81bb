import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSignOptions } from '@/entities/account/sign-options';
import { addressOf } from '../model/view';
import styles from './sign-links.module.css';

/** Links below sign-in: a forgotten password, and registration if enabled. */
export function SignLinks({ search }: { search: URLSearchParams }) {
  const { t } = useTranslation('account');
  const { data } = useSignOptions();
  return (
    <p className={styles.links}>
      <span>
        {data?.signUp && (
          <>
            {t('signUp.ask')} <Link to={addressOf(search, 'register')}>{t('signUp.link')}</Link>
          </>
        )}
      </span>
      <Link to={addressOf(search, 'forgot')}>{t('forgot.link')}</Link>
    </p>
  );
}
