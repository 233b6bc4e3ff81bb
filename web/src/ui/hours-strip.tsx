import styles from './hours-strip.module.css';

interface Props {
  /** The share of expected readings received in each hour; null if none was expected. */
  hours: readonly (number | null)[];
  label: string;
}

/** The completeness of a day: one cell per hour, the more violet the more is missing, hollow if nothing was due. */
export function HoursStrip({ hours, label }: Props) {
  return (
    <span className={styles.hours} role="img" aria-label={label}>
      {hours.map((share, hour) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the hours of a day never move
        <span key={hour} className={styles.hour} data-due={share !== null}>
          {share !== null && share < 1 && (
            <span className={styles.missing} style={{ opacity: 0.35 + 0.65 * (1 - share) }} />
          )}
        </span>
      ))}
    </span>
  );
}
