import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { weekdayNames } from '@/ui/format/weekday';
import { QueryPanel } from '@/ui/states';
import { type Config, type Day, useMonth } from '../queries';
import styles from '../schedules.module.css';

interface Props {
  projectId: number;
  zone: string;
  config: Config;
}

/** A month of a calendar: holidays, and the reports that are made on each day. */
export function MonthGrid({ projectId, zone, config }: Props) {
  const { t, i18n } = useTranslation('report-schedules');
  const [month, setMonth] = useState(() => formatTime(Date.now(), zone, 'date').slice(0, 7));
  const query = useMonth(projectId, month, config);
  const move = (by: number) => setMonth(dayjs(`${month}-01`).add(by, 'month').format('YYYY-MM'));
  const title = new Intl.DateTimeFormat(i18n.language, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  return (
    <div className={styles.month}>
      <div className={styles.head}>
        <Button icon={<LeftOutlined aria-hidden />} aria-label={t('monthBefore')} onClick={() => move(-1)} />
        <strong>{title.format(new Date(`${month}-15T00:00:00Z`))}</strong>
        <Button icon={<RightOutlined aria-hidden />} aria-label={t('monthAfter')} onClick={() => move(1)} />
      </div>
      <QueryPanel query={query} rows={6}>
        {(days) => (
          <ul className={styles.grid} aria-label={t('monthOf', { month })}>
            {weekdayNames(i18n.language).map((name) => (
              <li key={name} className={styles.weekday}>
                {name}
              </li>
            ))}
            <Blanks count={before(days)} />
            {days.map((day) => (
              <DayCell key={day.date} day={day} zone={zone} />
            ))}
            <Blanks count={(14 - ((before(days) + days.length) % 7)) % 7} />
          </ul>
        )}
      </QueryPanel>
      <span className={styles.quiet}>{t('monthHint')}</span>
    </div>
  );
}

/** Empty cells before the first day or after the last one, so that weeks are whole. */
function Blanks({ count }: { count: number }) {
  return Array.from({ length: count }, (_, at) => at).map((at) => <li key={at} aria-hidden="true" />);
}

/** How many days of the week are before the first day of a month, from Monday. */
const before = (days: Day[]) => (days[0] ? (dayjs(days[0].date).day() + 6) % 7 : 0);

function DayCell({ day, zone }: { day: Day; zone: string }) {
  const { t } = useTranslation('report-schedules');
  return (
    <li data-holiday={day.holiday} data-date={day.date}>
      <span>
        {Number(day.date.slice(8))} {day.holiday && (day.name || t('weekend'))}
      </span>
      {day.reports.map((one) => (
        <span
          key={one.kind}
          className={styles.badge}
          data-scheduled={one.scheduled}
          title={`${formatTime(one.start, zone, 'list')} – ${formatTime(one.end, zone, 'list')}`}
        >
          {t(`kind.${one.kind}`)} {one.number}
        </span>
      ))}
    </li>
  );
}
