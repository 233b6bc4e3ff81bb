import { Circle, Fill, Icon, Stroke, Style, Text } from 'ol/style';
import { levelFill, type Tokens } from '@/shared/theme/tokens';
import { levelPicture } from '@/shared/ui/level-shapes';
import type { PlanMarker } from './plan';

const dotSize = 11;
const markerSize = 20;

interface Look {
  tokens: Tokens;
  fontFamily: string;
  /** Names and values beside all points that have room for them, not only where something is wrong. */
  showValues: boolean;
  selectedId?: number | undefined;
}

/** Points are placed before all names, so that no name lies on a point: those of better points give way first. */
const aboveNames = 100;

/** A point on a drawing: a quiet dot where all is normal, shape and name from blue on, halo and value from orange on. */
export function markerStyle(marker: PlanMarker, { tokens, fontFamily, showValues, selectedId }: Look): Style[] {
  const { level, stale } = marker;
  const selected = marker.id === selectedId;
  const size = level > 0 || stale ? markerSize : dotSize;
  const zIndex = level + (selected ? 10 : 0);
  const styles = [
    new Style({
      zIndex: zIndex + aboveNames,
      image: new Icon({
        src: levelPicture(level, size, tokens.panel, stale),
        declutterMode: 'obstacle', // a point is never left out for want of room
      }),
    }),
  ];
  const named = showValues || level >= 1 || selected;
  const valued = marker.value && (showValues || level >= 3);
  if (named) {
    styles.push(
      new Style({
        zIndex,
        text: new Text({
          text: valued ? `${marker.name}  ${marker.value}` : marker.name,
          font: `600 12px ${fontFamily}`,
          textAlign: 'left',
          offsetX: size / 2 + 5,
          fill: new Fill({ color: tokens.text }),
          stroke: new Stroke({ color: tokens.panel, width: 4 }),
        }),
      }),
    );
  }
  if (level >= 3 || selected) {
    styles.unshift(
      new Style({
        zIndex,
        image: new Circle({
          radius: size / 2 + 6,
          declutterMode: 'none',
          ...(level >= 3 ? { fill: new Fill({ color: `${levelFill[level]}33` }) } : {}),
          ...(selected ? { stroke: new Stroke({ color: tokens.link, width: 2 }) } : {}),
        }),
      }),
    );
  }
  return styles;
}
