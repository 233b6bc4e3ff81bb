import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { useNow } from '@/ui/format/use-now';
import { zoneShift } from '@/ui/format/zoned';
import { useMedia } from '@/ui/use-media';
import styles from '../duty.module.css';
import type { DutyRoster } from '../duty-queries';
import { barsOf, lastWeek, mondayOf, rowsOf } from '../model/duty';

const day = 86_400_000;

/** People by days: a bar where somebody is on duty, and the present moment as a line. */
export function DutyGrid({ roster, zone }: { roster: DutyRoster; zone: string }) {
  const { t, i18n } = useTranslation('duty');
  const wide = useMedia('(min-width: 1000px)');
  const days = wide ? 14 : 7;
  const [week, setWeek] = useState(0);
  const now = useNow();
  const shift = zoneShift(zone);
  const first = mondayOf(roster.now, week, shift);
  const dates = Array.from({ length: days }, (_, i) => first + i * day);
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' });
  const today = Math.floor(shift.to(now) / day) * day;
  const here = (shift.to(now) - first) / (days * day);
  const person = (id: number) => roster.people.find((one) => one.accountId === id);
  const dated = (wall: number) => new Date(wall).toISOString().slice(0, 10);
  return (
    <section className={styles.weeks} aria-labelledby="duty-weeks">
      <header>
        <h3 id="duty-weeks">{t('days', { from: dated(first), to: dated(first + (days - 1) * day) })}</h3>
        <Button
          size="small"
          icon={<LeftOutlined aria-hidden />}
          aria-label={t('earlier')}
          disabled={week === 0}
          onClick={() => setWeek(week - 1)}
        />
        <Button size="small" disabled={week === 0} onClick={() => setWeek(0)}>
          {t('thisWeek')}
        </Button>
        <Button
          size="small"
          icon={<RightOutlined aria-hidden />}
          aria-label={t('later')}
          disabled={week === lastWeek}
          onClick={() => setWeek(week + 1)}
        />
      </header>
      <div className={styles.grid} style={{ '--days': days } as React.CSSProperties}>
        <div className={styles.dates} aria-hidden="true">
          {dates.map((date) => (
            <span key={date} data-today={date === today || undefined}>
              {weekday.format(date)} <b>{dated(date).slice(8)}</b>
            </span>
          ))}
        </div>
        {rowsOf(roster).map((id) => (
          <div key={id} className={styles.row}>
            <span className={styles.name} title={person(id)?.name}>
              {person(id)?.name}
              {!person(id)?.here && <small>{t('left')}</small>}
            </span>
            <div className={styles.track}>
              <ol>
                {barsOf(roster.spans, id, first, days, shift).map(({ from, to, swapId, left, width }) => {
                  const text = `${formatTime(from, zone, 'list')} – ${formatTime(to, zone, 'list')}`;
                  return (
                    <li
                      key={from}
                      className={styles.bar}
                      data-swap={swapId > 0 || undefined}
                      data-now={(from <= now && now < to) || undefined}
                      style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
                      title={swapId > 0 ? `${t('swap')} ${text}` : text}
                    >
                      {swapId > 0 ? `${t('swap')} ${text}` : text}
                    </li>
                  );
                })}
              </ol>
              {here >= 0 && here < 1 && <span className={styles.line} style={{ left: `${here * 100}%` }} />}
            </div>
          </div>
        ))}
      </div>
    </section>
  );
}
