import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/shared/format/number';
import { formatTime } from '@/shared/format/time';
import type { Consequences as Found } from './queries';
import styles from './version-studio.module.css';

/** What a change would do to results and alerts, said before it is made. */
export function Consequences({ found, zone }: { found: Found; zone: string }) {
  const { t } = useTranslation('console');
  return (
    <div className={styles.consequences} role="status">
      <b>{t('consequences.title')}</b> <small>{t('consequences.hint')}</small>
      <dl>
        <div>
          <dt>{t('consequences.results')}</dt>
          <dd>{formatNumber(found.results, 0)}</dd>
        </div>
        <div>
          <dt>{t('consequences.points')}</dt>
          <dd>{formatNumber(found.points, 0)}</dd>
        </div>
        {found.dependants > 0 && (
          <div>
            <dt>{t('consequences.dependants')}</dt>
            <dd>{formatNumber(found.dependants, 0)}</dd>
          </div>
        )}
        <div>
          <dt>{t('consequences.opened')}</dt>
          <dd>{formatNumber(found.alertsOpened, 0)}</dd>
        </div>
        <div>
          <dt>{t('consequences.withdrawn')}</dt>
          <dd>{formatNumber(found.alertsWithdrawn, 0)}</dd>
        </div>
        <div>
          <dt>{t('consequences.revised')}</dt>
          <dd>{formatNumber(found.alertsRevised, 0)}</dd>
        </div>
      </dl>
      {found.from > 0 && (
        <small>{t('consequences.span', { from: formatTime(found.from, zone), to: formatTime(found.to, zone) })}</small>
      )}
    </div>
  );
}
