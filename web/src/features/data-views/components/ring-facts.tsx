import { useTranslation } from 'react-i18next';
import { formatChange, formatNumber, formatPercent } from '@/ui/format/number';
import type { Ring } from '../queries/use-ring';
import styles from './ring.module.css';

export type Fact = [name: string, value: string];

/** Names with their values. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The numbers of a whole ring. */
export function RingFacts({ ring: { ring, layout, closure } }: { ring: Ring }) {
  const { t } = useTranslation('data-views');
  const summary = ring?.summary;
  if (!summary) return null;
  const mm = (value: number, decimals = 1) => `${formatNumber(value, decimals)} mm`;
  const facts: Fact[] = [
    [t('circular.ovality'), summary.ovality === null ? '—' : `${formatNumber(summary.ovality, 2)} ‰`],
    [t('circular.radius'), `${mm(summary.radius, 2)} (${formatChange(summary.radius - summary.radiusBefore, 2)})`],
    ...(layout?.radius ? [[t('circular.design'), mm(layout.radius, 0)] as Fact] : []),
    ...(closure ? [[t('circular.misclosure'), `${mm(closure.gap)} · ${formatPercent(closure.share, 3)}`] as Fact] : []),
    [t('circular.missing'), formatNumber(ring.missing, 0)],
  ];
  return <Facts facts={facts} />;
}
