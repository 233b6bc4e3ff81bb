import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMeasurementName } from '@/api/catalogue';
import { timesQuery } from '@/api/monitor';
import type { OverviewPoint } from '@/api/types';
import { formatPercent } from '@/shared/format/number';
import { formatTime } from '@/shared/format/time';
import { useNow } from '@/shared/format/use-now';
import { Panel } from '@/shared/ui/panel';
import { PanelEmpty } from '@/shared/ui/states';
import { completeness, dayHours, dayWindow } from '../model/completeness';
import type { MeasurementRow } from '../model/measurements';
import styles from './completeness-panel.module.css';

function HourRow({ measurement, point, now }: { measurement: string; point: OverviewPoint; now: number }) {
  const { t } = useTranslation(['project', 'common']);
  const measurementName = useMeasurementName();
  const { start, end } = dayWindow(now);
  // Readings before the window tell whether its first hours are covered by a long interval.
  const { data } = useQuery(timesQuery(point.measuringPointId, start - Math.max(point.interval, 0), end));
  const day = data && completeness(data, point.interval, now);
  const name = measurementName(measurement);
  const share = day ? formatPercent(day.share) : t('common:none');
  return (
    <li className={styles.row}>
      <span className={styles.name} title={`${name} · ${point.name}`}>
        {name}
      </span>
      <span className={styles.hours} role="img" aria-label={t('complete.row', { name, share })}>
        {Array.from({ length: dayHours }, (_, hour) => {
          const there = day?.hours[hour];
          const missing = there === undefined ? 0 : 1 - there;
          return (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the hours of a day never move
              key={hour}
              className={styles.hour}
              data-known={there !== undefined}
            >
              {missing > 0 && <span className={styles.missing} style={{ opacity: 0.35 + 0.65 * missing }} />}
            </span>
          );
        })}
      </span>
      <span className={styles.share} data-low={day !== undefined && day.share < 0.9}>
        {share}
      </span>
    </li>
  );
}

interface Props {
  rows: readonly MeasurementRow[];
  zone: string;
}

/** How much of the last day arrived, hour by hour, for the worst point of each measurement. */
export function CompletenessPanel({ rows, zone }: Props) {
  const { t } = useTranslation('project');
  const now = useNow();
  const { start, end } = dayWindow(now);
  const read = rows.filter((row) => row.worst.time > 0);
  return (
    <Panel title={t('complete.title')} extra={t('complete.hint')}>
      {read.length === 0 ? (
        <PanelEmpty title={t('complete.none')} />
      ) : (
        <>
          <ul className={styles.list}>
            {read.map((row) => (
              <HourRow key={row.measurement} measurement={row.measurement} point={row.worst} now={now} />
            ))}
          </ul>
          <div className={styles.axis} aria-hidden="true">
            <span>{formatTime(start, zone, 'list')}</span>
            <span>{formatTime((start + end) / 2, zone, 'clock')}</span>
            <span>{formatTime(end, zone, 'clock')}</span>
          </div>
        </>
      )}
    </Panel>
  );
}
