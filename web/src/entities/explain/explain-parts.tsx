import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, notAvailable, withUnit } from '@/ui/format/number';
import styles from './explain-panel.module.css';
import type { UsedVersion } from './types';

/** Digits that a measurement can have: five decimals, or six digits below one. */
function sensible(value: number): number {
  return Math.abs(value) >= 1 ? Number(value.toFixed(5)) : Number(value.toPrecision(6));
}

const minus = (text: string) => text.replace('-', '\u2212');

/** A number that was sent or used: rounded to significant digits, in full on hover. */
export function Exact({ value, unit }: { value: number | null; unit: string }) {
  if (value === null) return notAvailable;
  const sent = Number(value.toPrecision(13));
  return <span title={minus(String(sent))}>{withUnit(minus(String(sensible(sent))), unit)}</span>;
}

/** A name with its value. */
export function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <span>{name}</span>
      <span>{children}</span>
    </div>
  );
}

/** A value in bold, with the decimals of its field. */
export function Figure({
  value,
  unit,
  decimals,
}: {
  value: number | null;
  unit: string;
  decimals: number | undefined;
}) {
  const text = formatNumber(value, decimals);
  return <b>{withUnit(text, unit)}</b>;
}

/** A version of the configuration that was used. */
export function VersionLine({ version, time }: { version: UsedVersion; time: (ms: number) => string }) {
  const { t } = useTranslation('explain');
  const name = t(`aspect.${version.aspect as 'formula'}`, { defaultValue: version.aspect });
  return (
    <Line name={version.owner === '' ? name : `${version.owner}·${name}`}>
      {version.validFrom > 0 ? t('since', { time: time(version.validFrom).slice(0, 16) }) : t('always')}
    </Line>
  );
}
