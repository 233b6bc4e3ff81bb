import { Circle, Fill, Icon, Stroke, Style, Text } from 'ol/style';
import { levelPicture } from '@/entities/alert/level-shapes';
import { isLevel, type Mark, markRank } from '@/entities/alert/mark';
import { inkOnLevel, levelFill, type Tokens } from '@/ui/theme/tokens';
import { type ClusterLook, type Site, showsName } from './site';

export const markerSize = 22;

/** Makes the styles of markers and clusters and keeps each, so that drawing ten thousand creates a handful. */
export class SiteStyles {
  private readonly kept = new Map<string, Style[]>();

  constructor(
    private readonly tokens: Tokens,
    private readonly fontFamily: string,
  ) {}

  cluster(look: ClusterLook): Style[] {
    return this.keep(`cluster|${look.count}|${look.level}`, () => [
      new Style({
        image: new Circle({
          radius: look.diameter / 2 + 4,
          declutterMode: 'obstacle',
          fill: new Fill({ color: `${this.inkOf(look.level)}33` }),
        }),
        zIndex: markRank(look.level),
      }),
      new Style({
        image: new Circle({
          radius: look.diameter / 2,
          declutterMode: 'none',
          fill: new Fill({ color: isLevel(look.level) ? levelFill[look.level] : this.tokens.panel }),
          ...(isLevel(look.level) ? {} : { stroke: this.ring(look.level) }),
        }),
        text: new Text({
          declutterMode: 'none',
          text: String(look.count),
          font: `600 13px ${this.fontFamily}`,
          fill: new Fill({ color: isLevel(look.level) ? inkOnLevel : this.tokens.text2 }),
        }),
        zIndex: markRank(look.level),
      }),
    ]);
  }

  /**
   * A single site, or one drawn apart from others by a vertical offset in pixels. Its label gives way to other markers
   * and to labels of worse sites, its marker to nothing.
   */
  site(site: Site, zoom: number, selected: boolean, below = 0): Style[] {
    const named = selected || showsName(site.level, zoom);
    const look = `${site.level}|${site.stale}|${selected}|${below}`;
    return this.keep(`site|${look}|${named ? `${site.id}|${site.name}` : ''}`, () => {
      const zIndex = markRank(site.level) + (selected ? 10 : 0);
      const src = levelPicture(site.level, markerSize, this.tokens, site.stale);
      const displacement = [0, -below];
      const styles = [new Style({ image: new Icon({ src, displacement, declutterMode: 'obstacle' }), zIndex })];
      if (named) styles.push(new Style({ text: this.name(site.name, below), zIndex }));
      if (selected) {
        const ring = new Circle({
          radius: markerSize / 2 + 4,
          displacement,
          declutterMode: 'none',
          stroke: new Stroke({ color: this.tokens.link, width: 2 }),
        });
        styles.unshift(new Style({ image: ring, zIndex }));
      }
      return styles;
    });
  }

  /** The edge of a cluster without a level: gray, dotted where nothing was ever read. */
  private ring(mark: Mark): Stroke {
    return new Stroke({
      color: this.tokens.lineStrong,
      width: 2,
      ...(mark === 'noData' ? { lineDash: [1, 5], lineCap: 'round' as const } : {}),
    });
  }

  private inkOf(mark: Mark): string {
    return isLevel(mark) ? levelFill[mark] : this.tokens.lineStrong;
  }

  private name(text: string, below: number): Text {
    return new Text({
      text,
      font: `600 12px ${this.fontFamily}`,
      textAlign: 'left',
      offsetX: markerSize / 2 + 4,
      offsetY: below,
      fill: new Fill({ color: this.tokens.text }),
      stroke: new Stroke({ color: this.tokens.panel, width: 3 }),
    });
  }

  private keep(key: string, make: () => Style[]): Style[] {
    let styles = this.kept.get(key);
    if (!styles) {
      styles = make();
      this.kept.set(key, styles);
    }
    return styles;
  }
}
