import { useTranslation } from 'react-i18next';
import { worstFirst } from '@/ui/theme/tokens';
import { LevelIcon } from './level-icon';
import styles from './level-legend.module.css';
import { neutralMarks } from './mark';

/** The legend of shapes and colors in the lower left corner of maps and drawings. */
export function LevelLegend() {
  const { t } = useTranslation();
  return (
    <ul className={styles.legend} aria-label={t('map.legend')}>
      {worstFirst.map((level) => (
        <li key={level}>
          <LevelIcon level={level} size={13} decorative />
          {t(`level.${level}`)}
        </li>
      ))}
      {neutralMarks.map((mark) => (
        <li key={mark}>
          <LevelIcon level={mark} size={13} decorative />
          {t(`level.${mark}`)}
        </li>
      ))}
      <li>
        <LevelIcon level={0} size={13} stale decorative />
        {t('stale')}
      </li>
    </ul>
  );
}
