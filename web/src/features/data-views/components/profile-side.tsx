import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelSkeleton } from '@/ui/states';
import styles from '../../components/compared.module.css';
import { NodeTable } from '../../components/node-table';
import type { Profile } from './use-profile';

interface Props {
  profile: Profile;
  zone: string;
  picked: number | null;
  onPick: (no: number | null) => void;
}

/** The nodes at the current time, with the change of a day. */
export function ProfileNodes({ profile, zone, picked, onPick }: Props) {
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
          onPick={(no) => onPick(no === picked ? null : no)}
        />
      )}
    </Panel>
  );
}
