import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import styles from './commands.module.css';
import { useCollected, type Where } from './queries';

/** What became of the readings that the platform asked a device for within a day; nothing for other devices. */
export function CollectionPanel({ zone, ...where }: Where & { zone: string }) {
  const { t } = useTranslation('commands');
  const { data } = useCollected(where);
  if (!data || data.due === 0) return null;
  const missed = data.cycles.find((one) => one.state === 'missed');
  return (
    <section className={styles.cycles} aria-label={t('cycles.title')}>
      <b>{t('cycles.title')}</b>
      <span>{t('cycles.due', { count: data.due })}</span>
      <span>{t('cycles.polled', { count: data.polled })}</span>
      <span>{t('cycles.missed', { count: data.missed })}</span>
      {data.fetched > 0 && <span>{t('cycles.fetched', { count: data.fetched })}</span>}
      {data.reasons.length > 0 && (
        <small>{data.reasons.map(({ reason, count }) => `${t(`cycles.reason.${reason}`)} ${count}`).join(' · ')}</small>
      )}
      {missed && <small>{t('cycles.last', { time: formatTime(missed.due, zone).slice(5, 16) })}</small>}
      {data.said && <small>{data.said}</small>}
    </section>
  );
}
