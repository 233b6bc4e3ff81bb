import { Circle, Fill, Icon, Stroke, Style, Text } from 'ol/style';
import { levelPicture } from '@/entities/alert/level-shapes';
import { isLevel, markRank } from '@/entities/alert/mark';
import { levelFill, type Tokens } from '@/ui/theme/tokens';
import type { PlanMarker } from './plan';
import { offsetOf, placeLabels, type Side, wordGap } from './plan-labels';
import type { Sheet } from './use-picture';

const dotSize = 11;
const markerSize = 20;
/** Pixels beyond the edge of a drawing that labels may use: the least margin around a fitted drawing. */
const besideSheet = 20;

export interface Look {
  tokens: Tokens;
  fontFamily: string;
  /** Shows names and values at all points with room for them, not only at abnormal ones. */
  showValues: boolean;
  selectedId?: number | undefined;
}

/** Markers are drawn over labels, so that a point is always visible. */
const aboveWords = 100;

const fontOf = ({ fontFamily }: Look) => `600 12px ${fontFamily}`;
const sizeOf = ({ level, stale }: PlanMarker) => (level !== 0 || stale ? markerSize : dotSize);
const rankOf = (marker: PlanMarker, { selectedId }: Look) =>
  markRank(marker.level) + (marker.id === selectedId ? 10 : 0);

/** The name from blue on and the value from orange on, or both at all points. */
function wordsOf({ id, name, value, level }: PlanMarker, { showValues, selectedId }: Look): string {
  if (!showValues && level === 0 && id !== selectedId) return '';
  return value && (showValues || markRank(level) >= 3) ? `${name}  ${value}` : name;
}

/** The label side of each point, worst points first, at the current zoom. */
export function sidesOf(
  markers: readonly PlanMarker[],
  look: Look,
  sheet: Sheet,
  resolution: number,
): Map<number, Side> {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return new Map();
  pen.font = fontOf(look);
  const points = markers
    .map((marker) => ({ marker, rank: rankOf(marker, look) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ marker, rank }) => ({
      id: marker.id,
      x: (marker.x * sheet.width) / resolution,
      y: (marker.y * sheet.height) / resolution,
      reach: sizeOf(marker) / 2,
      width: Math.ceil(pen.measureText(wordsOf(marker, look)).width),
      must: rank >= 3,
    }));
  const [width, height] = [sheet.width / resolution, sheet.height / resolution];
  const room = besideSheet;
  return placeLabels(
    points,
    [-room, -room, width + room, height + room],
    ([left, top, right, bottom]) =>
      sheet.ink?.shareOf([left / width, top / height, right / width, bottom / height]) ?? 0,
  );
}

/** The offset of a label from its marker. */
function placeOf(side: Side, size: number): { textAlign: CanvasTextAlign; offsetX: number; offsetY: number } {
  const beside = size / 2 + wordGap;
  if (side === 'right') return { textAlign: 'left', offsetX: beside, offsetY: 0 };
  if (side === 'left') return { textAlign: 'right', offsetX: -beside, offsetY: 0 };
  return { textAlign: 'center', offsetX: 0, offsetY: offsetOf(side, size / 2) };
}

/** A point on a drawing: a quiet dot if normal, a shape from blue on, a halo from orange on; its label on one side. */
export function markerStyle(marker: PlanMarker, look: Look, side: Side | undefined): Style[] {
  const { tokens, selectedId } = look;
  const { level, stale } = marker;
  const selected = marker.id === selectedId;
  const size = sizeOf(marker);
  const zIndex = rankOf(marker, look);
  const styles = [
    new Style({
      zIndex: zIndex + aboveWords,
      image: new Icon({ src: levelPicture(level, size, tokens, stale) }),
    }),
  ];
  if (side) {
    styles.push(
      new Style({
        zIndex,
        text: new Text({
          text: wordsOf(marker, look),
          font: fontOf(look),
          ...placeOf(side, size),
          fill: new Fill({ color: tokens.text }),
          backgroundFill: new Fill({ color: `${tokens.panel}D9` }),
          padding: [1, 3, 1, 3],
        }),
      }),
    );
  }
  const alarming = isLevel(level) && level >= 3;
  if (alarming || selected) {
    styles.unshift(
      new Style({
        zIndex,
        image: new Circle({
          radius: size / 2 + 6,
          ...(alarming ? { fill: new Fill({ color: `${levelFill[level]}33` }) } : {}),
          ...(selected ? { stroke: new Stroke({ color: tokens.link, width: 2 }) } : {}),
        }),
      }),
    );
  }
  return styles;
}
