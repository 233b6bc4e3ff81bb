import { WarningOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { warningOf } from '../model/servers';
import type { Durability } from '../queries';
import styles from '../servers.module.css';

/** What is wrong with the promise of the database, and what to do. */
export function PromiseWarning({ durability }: { durability: Durability }) {
  const { t } = useTranslation('servers');
  const warning = warningOf(durability);
  if (warning === null) return null;
  const { machines, highest, fellAt, missing } = durability;
  return (
    <p className={styles.warning} role="alert">
      <WarningOutlined aria-hidden />
      {t(`warning.${warning}`, {
        count: machines,
        machines,
        highest,
        missing,
        since: fellAt > 0 ? formatTime(fellAt, undefined, 'list') : '',
      })}
    </p>
  );
}
