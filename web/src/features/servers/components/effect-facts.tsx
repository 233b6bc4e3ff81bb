import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/ui/format/number';
import type { Effect } from '../queries';
import styles from '../servers.module.css';

/** What a drain touches: partitions, points, alerts, devices. */
export function EffectFacts({ effect }: { effect: Effect }) {
  const { t } = useTranslation('servers');
  return (
    <dl className={styles.facts}>
      {(['partitions', 'points', 'alerts', 'urgent', 'devices'] as const).map((key) => (
        <div key={key}>
          <dt>{t(`effect.${key}`)}</dt>
          <dd>{formatNumber(effect[key], 0)}</dd>
        </div>
      ))}
    </dl>
  );
}
