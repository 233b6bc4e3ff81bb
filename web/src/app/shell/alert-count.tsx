import { useTranslation } from 'react-i18next';
import styles from './alert-count.module.css';

/** The number of open alerts in the menu; a dot where there is no room for it. */
export function AlertCount({ count, dot = false }: { count: number; dot?: boolean }) {
  const { t } = useTranslation('shell');
  const words = t('menu.activeAlerts', { count });
  return (
    <span className={styles.count} data-dot={dot} title={words}>
      <span aria-hidden="true">{dot ? '' : count > 999 ? '999+' : count}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
