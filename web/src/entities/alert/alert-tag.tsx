import { DeviceHealth } from '@/entities/device/device-state';
import { asLevel } from '@/ui/theme/tokens';
import { LevelTag } from './level-tag';

/** Severity of an alert: the level of a value, or the fault of a device, which has no level. */
export function AlertTag({ alert }: { alert: { type: string; kind: string; level: number } }) {
  return alert.type === 'deviceHealth' ? (
    <DeviceHealth health={alert.kind} />
  ) : (
    <LevelTag level={asLevel(alert.level)} />
  );
}
