import { DisconnectOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { AgeText } from '@/entities/live/age-text';
import { useConnection } from '@/entities/live/connection';
import { formatTime } from '@/ui/format/time';
import { useLanguage } from '@/ui/i18n/use-language';
import { Logo } from '@/ui/logo';
import { allPoints } from '../model/tree';
import type { TreeBranch } from '../model/types';
import { useSiteStats } from '../queries/wall';
import styles from './wall.module.css';

interface Props {
  projectId: number;
  zone: string;
  now: number;
  name: string;
  branches: readonly TreeBranch[] | undefined;
}

/** Project, age of the data or the lost connection, and the clock of the project. */
export function WallHead({ projectId, zone, now, name, branches = [] }: Props) {
  const { t } = useTranslation('boards');
  const language = useLanguage();
  const loss = useConnection((state) => state.loss);
  const stats = useSiteStats(projectId).data;
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: zone }).format(now);
  const points = [...allPoints(branches)].length;
  return (
    <header className={styles.head}>
      <Logo size={30} />
      <div>
        <h1 className={styles.title}>{name}</h1>
        <span className={styles.quiet}>{t('wallPage.counts', { structures: branches.length, points })}</span>
      </div>
      {loss ? (
        <p className={styles.lost} role="alert" data-connection="lost">
          <DisconnectOutlined aria-hidden />
          {t('wallPage.lost', {
            since: formatTime(loss.since, zone, 'clock'),
            shown: formatTime(loss.shown, zone, 'clock'),
          })}
        </p>
      ) : (
        <span className={styles.fresh}>
          {t('wallPage.live')}
          <AgeText time={stats?.lastReading || null} zone={zone} />
        </span>
      )}
      <div className={styles.clock}>
        <b>{formatTime(now, zone).slice(11)}</b>
        <span className={styles.quiet}>
          {formatTime(now, zone, 'date')} {weekday}
        </span>
      </div>
    </header>
  );
}
