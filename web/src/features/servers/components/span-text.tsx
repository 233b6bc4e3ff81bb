import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/ui/format/number';
import { lateMs, spanOf } from '../model/servers';
import styles from '../servers.module.css';

/** Returns the words of a delay: 46 s, 3 min. */
export function useSpan(): (ms: number) => string {
  const { t } = useTranslation('servers');
  return (ms) => {
    const { unit, count } = spanOf(ms);
    return t(`span.${unit}`, { count, n: formatNumber(count, 0) });
  };
}

/** A delay, in the color of trouble if it is long. */
export function SpanText({ ms }: { ms: number }) {
  const span = useSpan();
  return <span className={ms > lateMs ? styles.fault : undefined}>{span(ms)}</span>;
}
