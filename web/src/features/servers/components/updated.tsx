import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../servers.module.css';

/** Two missed refreshes. */
const oldMs = 6_000;

/** When the page was last refreshed: it counts on while the server does not answer. */
export function Updated({ at }: { at: number }) {
  const { t } = useTranslation('servers');
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const age = Math.max(0, now - at);
  return <span className={age > oldMs ? styles.fault : undefined}>{t('updated', { n: Math.round(age / 1_000) })}</span>;
}
