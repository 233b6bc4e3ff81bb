import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatBytes, formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { steadySize } from './age';
import type { RetentionPreview } from './queries';
import styles from './retention.module.css';
import { useAgeText } from './use-age-text';

interface Props {
  preview: RetentionPreview | undefined;
  /** Whether the age differs from the saved one, which may be applied already. */
  changed: boolean;
  zone: string;
}

/** What an age would delete and keep, before it is saved. */
export function RetentionCost({ preview, changed, zone }: Props) {
  const { t } = useTranslation('retention');
  const text = useAgeText();
  if (!preview) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  const { days, deleted, devices, protected: kept, by, holders, grown, before, firstRun } = preview;
  const shown = by.slice(0, 3);
  return (
    <>
      {days === 0 && <p>{t('cost.forever')}</p>}
      {days > 0 && deleted.rows === 0 && <p>{t('cost.none', { time: formatTime(before, zone, 'date') })}</p>}
      {deleted.rows > 0 && (
        <p className={styles.deletes}>
          {t('cost.deletes', {
            count: devices,
            devices: formatNumber(devices, 0),
            amount: text.amount(deleted),
            time: formatTime(before, zone, 'date'),
          })}
        </p>
      )}
      {kept.rows > 0 && (
        <>
          <p>{t('cost.protected', { count: holders, text: formatNumber(holders, 0), amount: text.amount(kept) })}</p>
          <ul>
            {shown.map((holder) => (
              <li key={holder.id}>
                <Link to={`/projects/${holder.projectId}/alerts?alert=${holder.id}&span=all`}>
                  {t('cost.alert', { name: holder.name, time: formatTime(holder.since, zone, 'list') })}
                </Link>
              </li>
            ))}
            {holders > shown.length && <li>{t('cost.more', { count: holders - shown.length })}</li>}
          </ul>
        </>
      )}
      {days > 0 && changed && <p>{t('cost.first', { time: formatTime(firstRun, zone, 'list') })}</p>}
      <p>
        {t('cost.grown', { amount: text.amount(grown) })}
        {days > 0 && grown.bytes > 0 && t('cost.steady', { size: formatBytes(steadySize(days, grown.bytes)) })}
      </p>
    </>
  );
}
