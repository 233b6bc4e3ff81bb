import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatNumber } from '@/ui/format/number';
import { inTrouble, lateMs, stateOf, totalsOf, warningOf } from '../model/servers';
import type { View } from '../queries';
import styles from '../servers.module.css';
import { useSpan } from './span-text';

interface Figure {
  key: string;
  value: ReactNode;
  unit: string;
  fault?: boolean;
}

/** The figures of the whole installation. */
export function Strip({ view }: { view: View }) {
  const { t } = useTranslation('servers');
  const span = useSpan();
  const totals = totalsOf(view);
  const { durability, database, servers } = view;
  const figures: Figure[] = [
    {
      key: 'servers',
      value: totals.online,
      unit: t('strip.of', { n: servers.length }),
      fault: servers.some((server) => inTrouble.has(stateOf(server, view.now))),
    },
    {
      key: 'acknowledged',
      value: durability.machines,
      unit: t('strip.machines', { count: durability.machines }),
      fault: warningOf(durability) !== null,
    },
    { key: 'frames', value: formatNumber(totals.frames, 1), unit: t('perSecond') },
    { key: 'values', value: formatNumber(totals.values, 0), unit: t('perSecond') },
    { key: 'devices', value: formatNumber(totals.devices, 0), unit: t('strip.devicesUnit') },
    {
      key: 'lag',
      value: span(totals.lagMs),
      unit: totals.latest === null ? '' : t('strip.partition', { n: totals.latest }),
      fault: totals.lagMs > lateMs,
    },
    { key: 'journal', value: span(totals.journalMs), unit: '', fault: totals.journalMs > lateMs },
    {
      key: 'database',
      value: formatBytes(database.sizeBytes),
      unit: database.freeBytes > 0 ? t('strip.free', { size: formatBytes(database.freeBytes) }) : '',
    },
  ];
  return (
    <dl className={styles.strip} tabIndex={0} aria-label={t('strip.label')}>
      {figures.map(({ key, value, unit, fault }) => (
        <div key={key} className={styles.figure}>
          <dt>{t(`strip.${key}` as 'strip.servers')}</dt>
          <dd data-fault={fault}>
            {value}
            {unit && <span className={styles.unit}> {unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
