import { useTranslation } from 'react-i18next';
import { inkOnLevel, levelFill } from '@/ui/theme/tokens';
import { levelGlyph, levelOutline, noDataDashes, notJudgedBar } from './level-shapes';
import { isLevel, type Mark } from './mark';

interface Props {
  level: Mark;
  /** Pixels: 12 in trees, 13 in tables, 18 in lists, never above 24. */
  size?: number;
  /** The value is old: the level is that of the last judgement, shown hollow. */
  stale?: boolean;
  /** Set if the level's name is next to the icon, so that screen readers do not read it twice. */
  decorative?: boolean;
}

/** A level as shape and color, or a gray ring if not judged; its name is the accessible name. */
export function LevelIcon({ level, size = 13, stale = false, decorative = false }: Props) {
  const { t } = useTranslation();
  const word = stale && isLevel(level) ? t('level.staleName', { level: t(`level.${level}`) }) : t(`level.${level}`);
  const name = decorative ? { 'aria-hidden': true as const } : { role: 'img', 'aria-label': word };
  const small = size <= 12;
  if (!isLevel(level)) {
    const dotted = level === 'noData';
    return (
      <svg width={size} height={size} viewBox="0 0 16 16" fill="none" stroke="var(--lineStrong)" {...name}>
        <path
          d={levelOutline[0]}
          strokeWidth="1.5"
          strokeDasharray={dotted ? noDataDashes : undefined}
          strokeLinecap="round"
        />
        {!dotted && <path d={notJudgedBar} strokeWidth="1.5" strokeLinecap="round" />}
      </svg>
    );
  }
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
