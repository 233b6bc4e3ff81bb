import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { useRetentionMarks } from './queries';
import styles from './retention.module.css';

interface Props {
  where: { corporationId: number; deviceId: number };
  kind: string;
  zone: string;
}

/** Says below a list that older data of a device were deleted because of their age. */
export function DeletedNote({ where, kind, zone }: Props) {
  const { t } = useTranslation('retention');
  const mark = useRetentionMarks(where).data?.find((one) => one.kind === kind);
  if (!mark) return null;
  return (
    <p className={styles.quiet}>
      {t('deletedNote', {
        count: mark.rows,
        text: formatNumber(mark.rows, 0),
        last: formatTime(mark.last, zone, 'date'),
        time: formatTime(mark.deletedAt, zone),
      })}
    </p>
  );
}
