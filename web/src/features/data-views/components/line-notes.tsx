import { useTranslation } from 'react-i18next';
import { listText } from '@/ui/format/list';
import type { LevelLine } from '../model/level-line';
import styles from './stage.module.css';

/** Says which times a line lacks because a vessel was not read, and which vessels have no readings. */
export function LineNotes({ line }: { line: LevelLine }) {
  const { t } = useTranslation('data-views');
  const silent = line.vessels.filter(({ readings }) => readings === 0).map(({ name }) => name);
  if (line.skipped === 0 && silent.length === 0) return null;
  return (
    <div className={styles.note} role="status">
      {line.skipped > 0 && t('line.skipped', { count: line.skipped, minutes: Math.round(line.tolerance / 60_000) })}
      {silent.length > 0 && <span>{t('line.silentOnes', { names: listText(silent) })}</span>}
    </div>
  );
}
