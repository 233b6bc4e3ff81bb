import { LevelIcon } from '@/entities/alert/level-icon';
import { DeviceHealth } from '@/entities/device/device-state';
import { AgeText } from '@/entities/live/age-text';
import { asLevel } from '@/ui/theme/tokens';
import { mayChoose, toggled } from '../model/chosen';
import styles from '../pages/alerts-page.module.css';
import type { Alert } from '../queries';
import { AlertStatus } from './alert-status';
import { AlertLimit, AlertValue, useAttributeName } from './alert-value';

interface Props {
  alerts: readonly Alert[];
  onOpen: (id: number) => void;
  /** The selected alerts; null while alerts are opened instead of selected. */
  chosen: readonly Alert[] | null;
  onChoose: (chosen: Alert[]) => void;
}

/** The list on a phone: shape, name and state, value and limit. */
export function AlertCards({ alerts, onOpen, chosen, onChoose }: Props) {
  const attributeName = useAttributeName();
  return (
    <div className={styles.cards}>
      {alerts.map((alert) => (
        <button
          key={alert.id}
          type="button"
          className={styles.card}
          disabled={chosen !== null && !mayChoose(alert)}
          aria-pressed={chosen ? chosen.some(({ id }) => id === alert.id) : undefined}
          onClick={() => (chosen ? onChoose(toggled(chosen, alert)) : onOpen(alert.id))}
        >
          {alert.type === 'deviceHealth' ? (
            <DeviceHealth health={alert.kind} bare />
          ) : (
            <LevelIcon level={asLevel(alert.level)} size={18} />
          )}
          <span className={styles.name}>
            <b>{alert.measuringPointName || alert.deviceName}</b>
            <small>
              {alert.projectName}·{attributeName(alert)}
            </small>
            <AlertStatus alert={alert} />
          </span>
          <span className={`${styles.name} ${styles.cardValue}`}>
            <span>
              <AlertValue alert={alert} />
            </span>
            <small>
              <AlertLimit alert={alert} />
            </small>
            <small>
              <AgeText time={alert.time} />
            </small>
          </span>
        </button>
      ))}
    </div>
  );
}
