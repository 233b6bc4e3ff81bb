import { ClockCircleOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { notAvailable } from '@/ui/format/number';
import { ageOf, defaultZone, type Freshness, formatTime, freshness, isAhead } from '@/ui/format/time';
import { useNow } from '@/ui/format/use-now';
import styles from './age-text.module.css';
import { useCut } from './connection';

interface Props {
  /** Time of the reading, Unix ms. */
  time: number | null | undefined;
  /** Collection interval in seconds; without it the age has no freshness style. */
  interval?: number | undefined;
  zone?: string | undefined;
  /** Inherits the text size, for the strip of figures. */
  large?: boolean;
}

/** By the interval; nothing is fresh while the connection is lost. */
function lookOf(time: number, now: number, interval: number | undefined, cut: boolean): Freshness {
  const look = interval || isAhead(time, now) ? freshness(time, now, interval ?? 0) : 'fresh';
  return cut && look === 'fresh' ? 'late' : look;
}

/** The age of a reading, styled by its freshness. */
export function AgeText({ time, interval, zone = defaultZone, large = false }: Props) {
  const { t } = useTranslation();
  const now = useNow();
  const cut = useCut();
  if (time === null || time === undefined) return <span className={styles.age}>{notAvailable}</span>;
  const ahead = isAhead(time, now);
  const look = lookOf(time, now, interval, cut);
  const { unit, count } = ageOf(time, now, look !== 'fresh');
  const exact = `${formatTime(time, zone)} ${zone}`;
  return (
    <Tooltip title={look === 'stale' ? `${exact} · ${t(ahead ? 'age.aheadHint' : 'age.staleHint')}` : exact}>
      <span className={large ? styles.large : styles.age} data-look={look}>
        {look !== 'fresh' && <ClockCircleOutlined aria-hidden="true" className={styles.clock} />}
        {t(`age.${unit}`, { count })}
      </span>
    </Tooltip>
  );
}
