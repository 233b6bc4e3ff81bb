import { HistoryOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '@/api/errors';
import { formatTime } from '@/ui/format/time';
import type { Range } from '../model/range';
import type { PointState } from '../model/types';
import { useChangedSince } from '../queries/known';
import styles from './known.module.css';
import { KnownChanges } from './known-changes';

interface Props {
  point: PointState;
  zone: string;
  range: Range;
  known: number;
  onBack: () => void;
}

/** Says that the page shows earlier knowledge, and what has changed since. */
export function KnownBanner({ point, zone, range, known, onBack }: Props) {
  const { t } = useTranslation('known');
  const [open, setOpen] = useState(false);
  const query = useChangedSince(point, range, known);
  const found = query.data;
  const changes = found ? found.appeared + found.changed + found.vanished : 0;
  return (
    <div className={styles.banner} role="status">
      <span className={styles.time}>
        <HistoryOutlined aria-hidden /> {t('banner', { time: formatTime(known, zone) })}
      </span>
      <span>
        {query.isPending && t('comparing')}
        {query.error && describeError(query.error)}
        {found && (changes === 0 ? t('same') : t('changed', { ...found }))}
      </span>
      {changes > 0 && (
        <Button type="link" size="small" onClick={() => setOpen(true)}>
          {t('show')}
        </Button>
      )}
      <Button size="small" className={styles.back} onClick={onBack}>
        {t('back')}
      </Button>
      {found && open && (
        <KnownChanges point={point} zone={zone} known={known} found={found} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}
