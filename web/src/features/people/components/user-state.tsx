import { useTranslation } from 'react-i18next';
import type { Account } from '../queries';
import styles from './people.module.css';

/** The state of an account and what blocks it, in words. */
export function UserState({ user }: { user: Account }) {
  const { t } = useTranslation('people');
  return (
    <span className={styles.states}>
      <span className={user.active ? undefined : styles.warn}>
        {t(user.active ? 'state.active' : 'state.disabled')}
      </span>
      {user.lockedUntil > 0 && <span className={styles.warn}>{t('state.locked')}</span>}
      {user.isSimplePwd && <span className={styles.quiet}>{t('state.simple')}</span>}
      {user.secondFactor && <span className={styles.quiet}>{t('state.factor')}</span>}
    </span>
  );
}
