import { useTranslation } from 'react-i18next';
import { formatBytes, formatPercent } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { warningOf } from '../model/servers';
import type { View } from '../queries';
import styles from '../servers.module.css';
import { useSpan } from './span-text';

/** What an acknowledgement means, the replicas behind it, and the size of the database. */
export function PromisePanel({ view }: { view: View }) {
  const { t } = useTranslation('servers');
  const span = useSpan();
  const { durability, database, embedded } = view;
  const facts: [string, string][] = [
    [t('promise.level'), embedded ? t('promise.embedded') : t(`promise.levels.${durability.level}`)],
    ...(embedded
      ? []
      : ([
          [t('promise.names'), durability.names || t('promise.noNames')],
          [t('promise.read'), formatTime(durability.readAt)],
        ] satisfies [string, string][])),
    [t('promise.size'), formatBytes(database.sizeBytes)],
    [
      t('promise.free'),
      database.freeBytes > 0
        ? `${formatBytes(database.freeBytes)} · ${formatPercent(database.freeBytes / database.totalBytes)}`
        : t('promise.unknown'),
    ],
    ...(database.fullAt > 0
      ? ([[t('promise.full'), formatTime(database.fullAt, undefined, 'date')]] satisfies [string, string][])
      : []),
  ];
  return (
    <Panel title={t('promise.title')} extra={embedded ? undefined : t('promise.every')}>
      <div className={styles.drain}>
        <p className={styles.promise} data-fault={warningOf(durability) !== null}>
          <b>{durability.machines}</b> {t('promise.machines', { count: durability.machines })}
        </p>
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {!embedded && <h3 className={styles.subhead}>{t('promise.replicas')}</h3>}
        {!embedded && durability.replicas.length === 0 && <p className={styles.quiet}>{t('promise.noReplicas')}</p>}
        {durability.replicas.length > 0 && (
          <ul className={styles.replicas}>
            {durability.replicas.map(({ name, state, sync, lagMs }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two replicas may have one name
              <li key={`${name}${i}`}>
                <b>{name || t('promise.unnamed')}</b>
                <span>{sync ? t(`promise.sync.${sync}` as 'promise.sync.sync') : t('promise.unknown')}</span>
                <span className={styles.quiet}>{state || t('promise.unknown')}</span>
                <span className={styles.number}>{lagMs < 0 ? '—' : span(lagMs)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}
