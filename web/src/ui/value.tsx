import { formatChange, formatNumber, notAvailable, unitBehind } from '@/ui/format/number';
import styles from './value.module.css';

interface Props {
  value: number | null | undefined;
  unit?: string | undefined;
  decimals?: number | undefined;
  /** Changes and rates show their sign. */
  signed?: boolean;
}

/** A number with its unit, or the placeholder for a missing one. */
export function Value({ value, unit, decimals, signed = false }: Props) {
  const text = signed ? formatChange(value, decimals) : formatNumber(value, decimals);
  if (text === notAvailable) return <span className={styles.missing}>{text}</span>;
  return (
    <span className={styles.value}>
      <b>{text}</b>
      {unit && <span className={styles.unit}>{unitBehind(unit)}</span>}
    </span>
  );
}
