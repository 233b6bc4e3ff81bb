import { DeviceHealth } from '@/entities/device/device-state';
import { asLevel } from '@/ui/theme/tokens';
import { LevelTag } from './level-tag';

/** How grave an alert is: the level of a value, or what is wrong with a device, which has none. */
export function AlertTag({ alert }: { alert: { type: string; kind: string; level: number } }) {
  return alert.type === 'deviceHealth' ? (
    <DeviceHealth health={alert.kind} />
  ) : (
    <LevelTag level={asLevel(alert.level)} />
  );
}
