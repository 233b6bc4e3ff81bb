import { useTranslation } from 'react-i18next';
import { Notice } from './notice';
import styles from './silent-servers.module.css';

/** Says which servers did not answer, so that what only they know is missing. */
export function SilentServers({ names }: { names: string[] }) {
  const { t } = useTranslation();
  return (
    names.length > 0 && (
      <div className={styles.around}>
        <Notice>{t('silentServers', { servers: names.join(', ') })}</Notice>
      </div>
    )
  );
}
