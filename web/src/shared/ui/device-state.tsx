import { useTranslation } from 'react-i18next';
import styles from './device-state.module.css';

type Look = 'plain' | 'quiet' | 'fault';

interface Sign {
  look: Look;
  /** Strokes in a box of 16. */
  path: string;
}

const states: Record<string, Sign> = {
  online: {
    look: 'plain',
    path: 'M8 2.6a5.4 5.4 0 1 1 0 10.8a5.4 5.4 0 0 1 0-10.8ZM8 6.6a1.4 1.4 0 1 1 0 2.8a1.4 1.4 0 0 1 0-2.8Z',
  },
  sleep: { look: 'quiet', path: 'M12.9 10.2A5.6 5.6 0 0 1 5.8 3.1a5.6 5.6 0 1 0 7.1 7.1Z' },
  offline: { look: 'fault', path: 'M8 2.6a5.4 5.4 0 1 1 0 10.8a5.4 5.4 0 0 1 0-10.8ZM4.4 11.6l7.2-7.2' },
};

const healths: Record<string, Sign> = {
  normal: { look: 'plain', path: 'M3.4 8.4l3 3l6.2-6.8' },
  lowVoltage: { look: 'fault', path: 'M2 5h10v6H2ZM12 7h2v2h-2M4.2 7v2' },
  dataLost: { look: 'fault', path: 'M1.6 8h4M8 8h2.4M13 8h1.6' },
  dataRepeated: { look: 'fault', path: 'M2.6 6h10.8M2.6 10h10.8' },
};

function Line({ sign, word }: { sign: Sign; word: string }) {
  return (
    <span className={styles.state} data-look={sign.look}>
      <svg
        width="14"
        height="14"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <path d={sign.path} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {word}
    </span>
  );
}

/** Whether a device is on the network: icon and word. An unknown state is shown as offline. */
export function ConnectionState({ state }: { state: string }) {
  const { t } = useTranslation();
  const known = state in states ? (state as 'online') : 'offline';
  return <Line sign={states[known] as Sign} word={t(`deviceState.${known}`)} />;
}

/** How a device is: normal is quiet, trouble is violet. */
export function DeviceHealth({ health }: { health: string }) {
  const { t } = useTranslation();
  const known = health in healths ? (health as 'normal') : 'normal';
  return <Line sign={healths[known] as Sign} word={t(`deviceHealth.${known}`)} />;
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
