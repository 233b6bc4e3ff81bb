import { useTranslation } from 'react-i18next';
import { inkOnLevel, type Level, levelFill } from '@/shared/theme/tokens';
import { levelGlyph, levelOutline } from './level-shapes';

interface Props {
  level: Level;
  /** Pixels: 12 in trees, 13 in tables, 18 in lists, 24 at most. */
  size?: number;
  /** The value is old: the level is that of the last judgement, shown hollow. */
  stale?: boolean;
  /** The word stands beside the icon, so readers need not hear it twice. */
  decorative?: boolean;
}

/** A level as shape and colour; its word is the accessible name. */
export function LevelIcon({ level, size = 13, stale = false, decorative = false }: Props) {
  const { t } = useTranslation();
  const word = stale ? t('level.staleName', { level: t(`level.${level}`) }) : t(`level.${level}`);
  const name = decorative ? { 'aria-hidden': true as const } : { role: 'img', 'aria-label': word };
  const small = size <= 12;
  if (stale) {
    return (
      <svg width={size} height={size} viewBox="0 0 16 16" fill="none" {...name}>
        <path d={levelOutline[level]} stroke={levelFill[level]} strokeWidth="1.5" strokeDasharray="2.2 1.6" />
      </svg>
    );
  }
  if (small && level === 0) {
    return (
      <svg width={size} height={size} viewBox="0 0 12 12" {...name}>
        <circle cx="6" cy="6" r="3.5" fill={levelFill[0]} />
      </svg>
    );
  }
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" fill="none" {...name}>
      <path d={levelOutline[level]} fill={levelFill[level]} />
      {(!small || level === 4) && (
        <path
          d={levelGlyph[level]}
          stroke={inkOnLevel}
          strokeWidth={small ? 2.2 : 1.7}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  );
}
