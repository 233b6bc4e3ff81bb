import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelSkeleton } from '@/ui/states';
import type { Profile } from '../queries/profile';
import styles from './compared.module.css';
import { NodeTable } from './node-table';

interface Props {
  profile: Pick<Profile, 'times' | 'field' | 'lines' | 'loading' | 'titles'>;
  zone: string;
  picked: number | null;
  onPick: (no: number | null) => void;
}

/** The nodes at the current time, with the change of a day. */
export function ProfileSide({ profile, zone, picked, onPick }: Props) {
  const { t } = useTranslation('data-views');
  const { times, field, lines } = profile;
  const { current, before } = times;
  const time = formatTime(current, zone, 'list');
  const head = before === null ? time : t('profile.against', { time, before: formatTime(before, zone, 'list') });
  return (
    <Panel className={styles.side} title={t('profile.nodes')} extra={current === null ? undefined : head}>
      {profile.loading ? (
        <PanelSkeleton rows={8} />
      ) : (
        <NodeTable
          lines={lines}
          name={field?.label ?? ''}
          unit={field?.unit ?? 'mm'}
          decimals={field?.decimals ?? 2}
          picked={picked}
          titles={profile.titles}
          onPick={(no) => onPick(no === picked ? null : no)}
        />
      )}
    </Panel>
  );
}
