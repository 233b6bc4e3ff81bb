import Feature from 'ol/Feature';
import LineString from 'ol/geom/LineString';
import { fromExtent } from 'ol/geom/Polygon';
import ImageLayer from 'ol/layer/Image';
import type Layer from 'ol/layer/Layer';
import VectorLayer from 'ol/layer/Vector';
import Projection from 'ol/proj/Projection';
import Static from 'ol/source/ImageStatic';
import VectorSource from 'ol/source/Vector';
import { Fill, Stroke, Style } from 'ol/style';
import type { Tokens } from '@/ui/theme/tokens';
import type { SheetSize } from './plan';

/** The plane of a drawing: its pixels, from the lower left. */
export function sheetProjection({ width, height }: SheetSize): Projection {
  return new Projection({ code: 'sheet', units: 'pixels', extent: [0, 0, width, height] });
}

const gridStep = 40;

/** The drawing as a picture that is already loaded. */
export function pictureLayer(picture: HTMLImageElement, projection: Projection): Layer {
  return new ImageLayer({
    source: new Static({ url: picture.src, imageExtent: projection.getExtent(), projection }),
  });
}

/** A blank sheet with a grid, for structures that have no drawing yet. */
export function blankLayer({ width, height }: SheetSize, tokens: Tokens): Layer {
  const lines: Feature[] = [];
  for (let x = gridStep; x < width; x += gridStep)
    lines.push(
      new Feature(
        new LineString([
          [x, 0],
          [x, height],
        ]),
      ),
    );
  for (let y = gridStep; y < height; y += gridStep)
    lines.push(
      new Feature(
        new LineString([
          [0, y],
          [width, y],
        ]),
      ),
    );
  const sheet = new Feature(fromExtent([0, 0, width, height]));
  sheet.setStyle(
    new Style({ fill: new Fill({ color: tokens.sunk }), stroke: new Stroke({ color: tokens.lineCtl, width: 1 }) }),
  );
  return new VectorLayer({
    source: new VectorSource({ features: [sheet, ...lines] }),
    style: new Style({ stroke: new Stroke({ color: tokens.grid, width: 1 }) }),
  });
}
