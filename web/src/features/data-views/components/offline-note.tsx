import { useTranslation } from 'react-i18next';
import { ConnectionState } from '@/entities/device/device-state';
import { listText } from '@/ui/format/list';
import { formatTime } from '@/ui/format/time';
import type { FeedDevice } from '../model/types';
import styles from './offline-note.module.css';

interface Props {
  devices: readonly FeedDevice[] | undefined;
  zone: string;
}

/** Says which devices of a point are offline and since when. */
export function OfflineNote({ devices, zone }: Props) {
  const { t } = useTranslation('data-views');
  const offline = devices?.filter((one) => one.state === 'offline') ?? [];
  if (offline.length === 0) return null;
  const texts = offline.map(({ name, sncode, lastSeen }) =>
    t(lastSeen === null ? 'offline.never' : 'offline.seen', {
      device: name || sncode,
      time: formatTime(lastSeen, zone),
    }),
  );
  return (
    <div className={styles.note} role="status">
      <ConnectionState state="offline" />
      {t('offline.note', { devices: listText(texts) })}
    </div>
  );
}
