import { useTranslation } from 'react-i18next';
import { LevelIcon } from './level-icon';
import styles from './level-tag.module.css';
import { isLevel, type Mark } from './mark';

interface Props {
  level: Mark;
  /** The value is old: the level is that of the last judgement. */
  stale?: boolean;
  /** Filled with the level color and the long name (orange alert), for headers; otherwise the quiet tag of tables. */
  solid?: boolean;
}

/** A level as shape, color and name; colorless if not judged. */
export function LevelTag({ level, stale = false, solid = false }: Props) {
  const { t } = useTranslation();
  return (
    <span
      className={`${styles.tag} ${solid ? styles.solid : styles.soft}`}
      data-level={isLevel(level) ? level : 'none'}
    >
      {!solid && <LevelIcon level={level} size={13} stale={stale} decorative />}
      {solid && isLevel(level) ? t(`levelAlert.${level}`) : t(`level.${level}`)}
    </span>
  );
}
