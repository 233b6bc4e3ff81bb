import type Point from 'ol/geom/Point';
import { Circle, Fill, Icon, Stroke, Style, Text } from 'ol/style';
import { levelPicture } from '@/entities/alert/level-shapes';
import type { Mark } from '@/entities/alert/mark';
import { chartPalette, levelFill, type ThemeName, type Tokens, tokens } from '@/ui/theme/tokens';
import { bandCount } from './track';

const alpha = (opacity: number) =>
  Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0');

/** The oldest part of a track is this opaque. */
const palest = 0.4;

/** The styles of a track in a theme: each line has an edge, so that it is seen on any base map. */
export class TrackStyles {
  private readonly tokens: Tokens;
  private readonly color: string;
  private readonly kept = new Map<string, Style[]>();

  constructor(
    theme: ThemeName,
    private readonly fontFamily: string,
  ) {
    this.tokens = tokens[theme];
    this.color = chartPalette[theme][0] as string;
  }

  /** A band that was passed. */
  passed(band: number): Style[] {
    const color = this.color + alpha(palest + ((1 - palest) * band) / (bandCount - 1));
    return this.keep(`passed${band}`, () => [this.line(`${this.tokens.panel}CC`, 6), this.line(color, 3)]);
  }

  /** A band that the replay has not reached. */
  ahead(): Style[] {
    return this.keep('ahead', () => [this.line(`${this.tokens.panel}99`, 4), this.line(this.tokens.abnormal, 1.5)]);
  }

  /** A circle with its name above it. */
  fence(name: string, top: Point): Style[] {
    return [
      this.line(`${this.tokens.panel}CC`, 4),
      new Style({ stroke: new Stroke({ color: this.tokens.text2, width: 1.5, lineDash: [8, 5] }) }),
      new Style({ geometry: top, text: this.named(name, -10) }),
    ];
  }

  start(name: string): Style[] {
    const image = new Circle({
      radius: 7,
      fill: new Fill({ color: levelFill[0] }),
      stroke: new Stroke({ color: this.tokens.panel, width: 2 }),
    });
    return [new Style({ image, text: this.named(name, -14), zIndex: 2 })];
  }

  end(name: string, level: Mark): Style[] {
    return [
      new Style({
        image: new Icon({ src: levelPicture(level, 22, this.tokens) }),
        text: this.named(name, 20),
        zIndex: 2,
      }),
    ];
  }

  stop(no: number): Style[] {
    const image = new Circle({
      radius: 9,
      fill: new Fill({ color: this.tokens.raised }),
      stroke: new Stroke({ color: this.tokens.lineStrong, width: 1.5 }),
    });
    const text = new Text({
      ...{ text: String(no), font: `600 11px ${this.fontFamily}`, fill: new Fill({ color: this.tokens.text }) },
    });
    return [new Style({ image, text, zIndex: 1 })];
  }

  /** Where the replay is: an arrow in the direction of its way, a disk at rest. */
  now(heading: number | null): Style[] {
    const { link, panel } = this.tokens;
    if (heading === null) {
      const ring = new Stroke({ color: panel, width: 2 });
      return this.keep('rest', () => [
        new Style({ image: new Circle({ radius: 7, fill: new Fill({ color: link }), stroke: ring }) }),
      ]);
    }
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="26" height="26" viewBox="0 0 26 26">' +
      `<path d="M13 2L22 23L13 18.5L4 23Z" fill="${link}" stroke="${panel}" stroke-width="2" stroke-linejoin="round"/></svg>`;
    const src = `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
    return [new Style({ image: new Icon({ src, rotation: (heading * Math.PI) / 180, rotateWithView: true }) })];
  }

  private line(color: string, width: number): Style {
    return new Style({ stroke: new Stroke({ color, width, lineCap: 'round', lineJoin: 'round' }) });
  }

  private label(text: string) {
    return {
      text,
      font: `600 12px ${this.fontFamily}`,
      fill: new Fill({ color: this.tokens.text }),
      stroke: new Stroke({ color: this.tokens.panel, width: 3 }),
    };
  }

  private named(text: string, below: number): Text {
    return new Text({ ...this.label(text), offsetY: below });
  }

  private keep(key: string, make: () => Style[]): Style[] {
    const styles = this.kept.get(key) ?? make();
    this.kept.set(key, styles);
    return styles;
  }
}
