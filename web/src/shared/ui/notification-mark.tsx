import { asLevel } from '@/shared/theme/tokens';
import { LevelIcon } from './level-icon';

/** The shape of what a notification tells of: the level of an alert, or that it is over. */
export function NotificationMark({ of: { kind, level } }: { of: { kind: string; level: number } }) {
  if (level > 0) return <LevelIcon level={asLevel(level)} />;
  return kind === 'alarm.restored' ? <LevelIcon level={0} /> : null;
}
