import { isLevel, type Mark } from '@/entities/alert/mark';
import { levelFill } from '@/ui/theme/tokens';
import type { Sample } from './gaps';
import { sparkPath } from './sparkline-path';

interface Props {
  samples: readonly Sample[];
  level: Mark;
  width?: number;
  height?: number;
}

/** A curve a few lines high next to its number. Screen readers read the number and skip the picture. */
export function Sparkline({ samples, level, width = 96, height = 28 }: Props) {
  const { path, last } = sparkPath(samples, width, height, 4);
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={path} fill="none" stroke="var(--text2)" strokeWidth="1.4" strokeLinejoin="round" />
      {last && (
        <circle cx={last.x} cy={last.y} r="2.6" fill={isLevel(level) ? levelFill[level] : 'var(--lineStrong)'} />
      )}
    </svg>
  );
}
