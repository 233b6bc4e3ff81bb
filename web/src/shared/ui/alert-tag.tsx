import { asLevel } from '@/shared/theme/tokens';
import { DeviceHealth } from './device-state';
import { LevelTag } from './level-tag';

/** How grave an alert is: the level of a value, or what is wrong with a device, which has none. */
export function AlertTag({ alert }: { alert: { type: string; kind: string; level: number } }) {
  return alert.type === 'deviceHealth' ? (
    <DeviceHealth health={alert.kind} />
  ) : (
    <LevelTag level={asLevel(alert.level)} />
  );
}
