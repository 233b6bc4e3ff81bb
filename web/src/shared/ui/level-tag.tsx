import { useTranslation } from 'react-i18next';
import type { Level } from '@/shared/theme/tokens';
import { LevelIcon } from './level-icon';
import styles from './level-tag.module.css';

interface Props {
  /** null: nothing was ever read, so nothing was judged. */
  level: Level | null;
  /** Filled with the level colour and the long word (orange alert), for headers; else the quiet tag of tables. */
  solid?: boolean;
}

/** A level as shape, colour and word. */
export function LevelTag({ level, solid = false }: Props) {
  const { t } = useTranslation();
  return (
    <span className={`${styles.tag} ${solid ? styles.solid : styles.soft}`} data-level={level ?? 'none'}>
      {!solid && <LevelIcon level={level ?? 0} size={13} stale={level === null} decorative />}
      {level === null ? t('level.none') : solid ? t(`levelAlert.${level}`) : t(`level.${level}`)}
    </span>
  );
}
