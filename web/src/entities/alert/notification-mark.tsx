import { asLevel } from '@/ui/theme/tokens';
import { LevelIcon } from './level-icon';

/** The mark of a notification: the level of its alert, or normal once it is over. */
export function NotificationMark({ of: { kind, level } }: { of: { kind: string; level: number } }) {
  if (level > 0) return <LevelIcon level={asLevel(level)} />;
  return kind === 'alarm.restored' ? <LevelIcon level={0} /> : null;
}
