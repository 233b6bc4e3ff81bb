import { Circle, Fill, Icon, Stroke, Style, Text } from 'ol/style';
import { inkOnLevel, levelFill, type Tokens } from '@/shared/theme/tokens';
import { levelPicture } from '@/shared/ui/level-shapes';
import { type ClusterLook, type Site, showsName } from './site';

const markerSize = 22;

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
        image: new Circle({ radius: look.diameter / 2 + 4, fill: new Fill({ color: `${levelFill[look.level]}33` }) }),
        zIndex: look.level,
      }),
      new Style({
        image: new Circle({ radius: look.diameter / 2, fill: new Fill({ color: levelFill[look.level] }) }),
        text: new Text({
          text: String(look.count),
          font: `600 13px ${this.fontFamily}`,
          fill: new Fill({ color: inkOnLevel }),
        }),
        zIndex: look.level,
      }),
    ]);
  }

  /** A site alone; the caller sets the name, which differs by site, on its own style. */
  site(site: Site, zoom: number, selected: boolean): Style[] {
    const named = selected || showsName(site.level, zoom);
    return this.keep(`site|${site.level}|${site.stale}|${selected}|${named ? `${site.id}|${site.name}` : ''}`, () => {
      const styles = [
        new Style({
          image: new Icon({ src: levelPicture(site.level, markerSize, this.tokens.panel, site.stale) }),
          zIndex: site.level,
          ...(named ? { text: this.name(site.name) } : {}),
        }),
      ];
      if (selected) {
        styles.unshift(
          new Style({
            image: new Circle({
              radius: markerSize / 2 + 4,
              stroke: new Stroke({ color: this.tokens.link, width: 2 }),
            }),
            zIndex: site.level,
          }),
        );
      }
      return styles;
    });
  }

  private name(text: string): Text {
    return new Text({
      text,
      font: `600 12px ${this.fontFamily}`,
      textAlign: 'left',
      offsetX: markerSize / 2 + 4,
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
