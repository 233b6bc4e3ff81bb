import { Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { type Bar, timelineOf } from './timeline';
import styles from './timeline-picture.module.css';
import type { VersionRow } from './versions';

interface Props<T extends VersionRow> {
  versions: readonly T[];
  aspect: string;
  zone: string;
  /** The version on view. */
  selected: number;
  onPick: (version: T, no: number) => void;
}

const percent = (share: number) => `${(share * 100).toFixed(3)}%`;

/** The versions of one aspect as bars over time, with the present and, on request, superseded versions. */
export function TimelinePicture<T extends VersionRow>({ versions, aspect, zone, selected, onPick }: Props<T>) {
  const { t } = useTranslation('configuration');
  const [all, setAll] = useState(false);
  const picture = timelineOf(versions, aspect, Date.now());
  const written = (time: number) => (time > 0 ? formatTime(time, zone).slice(0, 16) : t('timeline.always'));
  const said = (bar: Bar<T>) =>
    t(bar.no ? 'timeline.bar' : 'timeline.supersededBar', {
      no: bar.no,
      from: written(bar.version.validFrom),
      to: bar.until === null ? t('timeline.open') : written(bar.until),
    });
  return (
    <figure className={styles.figure} aria-label={t('timeline.title')}>
      <div className={styles.lane}>
        {picture.standing.map((bar) => (
          <button
            key={bar.version.id}
            type="button"
            className={styles.bar}
            style={{ left: percent(bar.start), width: percent(bar.end - bar.start) }}
            data-force={bar.start <= picture.now && bar.end > picture.now}
            aria-pressed={bar.version.id === selected}
            aria-label={said(bar)}
            title={said(bar)}
            onClick={() => onPick(bar.version, bar.no)}
          >
            <span>{t('timeline.no', { no: bar.no })}</span>
          </button>
        ))}
        {picture.standing.length === 0 && <span className={styles.none}>{t('timeline.none')}</span>}
        <span className={styles.now} style={{ left: percent(picture.now) }} aria-hidden>
          <i>{t('timeline.now')}</i>
        </span>
      </div>
      {all &&
        picture.superseded.map((bar) => (
          <div key={bar.version.id} className={`${styles.lane} ${styles.old}`}>
            <button
              type="button"
              className={styles.bar}
              style={{ left: percent(bar.start), width: percent(Math.max(0.02, bar.end - bar.start)) }}
              aria-pressed={bar.version.id === selected}
              aria-label={said(bar)}
              title={said(bar)}
              onClick={() => onPick(bar.version, 0)}
            />
            <span className={styles.when}>
              {t(bar.version.supersededAt ? 'timeline.supersededAt' : 'timeline.covered', {
                recorded: formatTime(bar.version.recordedAt, zone, 'list'),
                time: formatTime(bar.version.supersededAt, zone, 'list'),
              })}
            </span>
          </div>
        ))}
      <div className={styles.ticks} aria-hidden>
        {picture.ticks.map((tick) => (
          <span key={tick.place} style={{ left: percent(tick.place) }}>
            {formatTime(tick.at, zone, 'date')}
          </span>
        ))}
      </div>
      {picture.superseded.length > 0 && (
        <Checkbox checked={all} onChange={(event) => setAll(event.target.checked)}>
          {t('timeline.all', { count: picture.superseded.length })}
        </Checkbox>
      )}
    </figure>
  );
}
