import { useTranslation } from 'react-i18next';
import { Sign } from '@/ui/sign';
import { type DeviceSign, healthSigns, stateSigns } from './device-signs';
import styles from './device-state.module.css';

function Line({ sign, word, bare = false }: { sign: DeviceSign; word: string; bare?: boolean }) {
  return (
    <span
      className={styles.state}
      data-look={sign.look}
      {...(bare ? { role: 'img', 'aria-label': word, title: word } : {})}
    >
      <Sign path={sign.path} />
      {!bare && word}
    </span>
  );
}

/** The connection state of a device: icon and word. An unknown state is shown as offline. */
export function ConnectionState({ state }: { state: string }) {
  const { t } = useTranslation();
  const known = state in stateSigns ? (state as 'online') : 'offline';
  return <Line sign={stateSigns[known] as DeviceSign} word={t(`deviceState.${known}`)} />;
}

/** The health of a device: normal is quiet, trouble is violet; `bare` omits the word. */
export function DeviceHealth({ health, bare = false }: { health: string; bare?: boolean }) {
  const { t } = useTranslation();
  const known = health in healthSigns ? (health as 'normal') : 'normal';
  return <Line sign={healthSigns[known] as DeviceSign} word={t(`deviceHealth.${known}`)} bare={bare} />;
}

/** Both in one line. */
export function DeviceState({ state, health }: { state: string; health: string }) {
  return (
    <span className={styles.pair}>
      <ConnectionState state={state} />
      <DeviceHealth health={health} />
    </span>
  );
}
