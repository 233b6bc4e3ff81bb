import type Feature from 'ol/Feature';
import TopoJSON from 'ol/format/TopoJSON';
import Point from 'ol/geom/Point';
import type BaseLayer from 'ol/layer/Base';
import Graticule from 'ol/layer/Graticule';
import LayerGroup from 'ol/layer/Group';
import VectorLayer from 'ol/layer/Vector';
import { toLonLat } from 'ol/proj';
import { getVectorContext } from 'ol/render';
import VectorSource from 'ol/source/Vector';
import { Fill, Stroke, Style, Text } from 'ol/style';
import landUrl from 'world-atlas/land-50m.json?url';
import type { Tokens } from '@/ui/theme/tokens';
import { gridLabel } from './coordinate';
import { namedMeridians, namedParallels } from './grid-labels';

/** Least pixels between two lines of the graticule: room for a label with seconds. */
const lineDistance = 110;

/** The graticule with its degrees along the bottom and the left edge of the map. */
function graticule(tokens: Tokens, fontFamily: string): Graticule {
  const style = (align: CanvasTextAlign, text: string) =>
    new Style({
      text: new Text({
        text,
        font: `11px ${fontFamily}`,
        textAlign: align,
        offsetX: align === 'left' ? 4 : 0,
        textBaseline: 'bottom',
        fill: new Fill({ color: tokens.text3 }),
        stroke: new Stroke({ color: tokens.land, width: 3 }),
      }),
    });
  const lines = new Graticule({
    strokeStyle: new Stroke({ color: tokens.graticule, width: 1 }),
    targetSize: lineDistance,
  });
  lines.on('postrender', (event) => {
    const { frameState } = event;
    if (!frameState) return;
    const draw = getVectorContext(event);
    const [left = 0, bottom = 0, right = 0, top = 0] = frameState.extent ?? [];
    const extent = [left, bottom, right, top] as const;
    const { resolution } = frameState.viewState;
    const at = (x: number, y: number, align: CanvasTextAlign, text: string) => {
      draw.setStyle(style(align, text));
      draw.drawGeometry(new Point([x, y]));
    };
    const meridians = lines.getMeridians().map((line) => line.getFirstCoordinate()[0] ?? 0);
    for (const x of namedMeridians(meridians, extent, resolution))
      at(x, bottom, 'center', gridLabel(toLonLat([x, 0])[0] ?? 0, 'longitude'));
    const parallels = lines.getParallels().map((line) => line.getFirstCoordinate()[1] ?? 0);
    for (const y of namedParallels(parallels, extent, resolution))
      at(left, y, 'left', gridLabel(toLonLat([0, y])[1] ?? 0, 'latitude'));
  });
  return lines;
}

/**
 * The base map that ships with the program: outlines of land and a graticule with its degrees, without borders or
 * names. The land is fetched once for all maps of the page.
 */
let land: Promise<Feature[]> | undefined;

function loadLand(): Promise<Feature[]> {
  land ??= fetch(landUrl)
    .then((response) => response.json())
    .then((topology: object) =>
      new TopoJSON({ layers: ['land'] }).readFeatures(topology, {
        dataProjection: 'EPSG:4326',
        featureProjection: 'EPSG:3857',
      }),
    )
    .catch(() => {
      land = undefined; // without outlines the sites are still shown on the graticule
      return [];
    });
  return land;
}

export interface BaseLayers {
  layers: BaseLayer[];
  /** Draws the layers in a theme's colors and a language's font. */
  paint: (tokens: Tokens, fontFamily: string) => void;
}

export function baseLayers(): BaseLayers {
  const landSource = new VectorSource();
  const landLayer = new VectorLayer({ source: landSource });
  const grid = new LayerGroup();
  void loadLand().then((features) => landSource.addFeatures(features));
  return {
    layers: [landLayer, grid],
    paint: (tokens, fontFamily) => {
      landLayer.setStyle(
        new Style({ fill: new Fill({ color: tokens.land }), stroke: new Stroke({ color: tokens.coast, width: 1 }) }),
      );
      const layers = grid.getLayers();
      for (const old of layers.getArray()) old.dispose();
      layers.clear();
      layers.push(graticule(tokens, fontFamily));
    },
  };
}
