import type Feature from 'ol/Feature';
import TopoJSON from 'ol/format/TopoJSON';
import type BaseLayer from 'ol/layer/Base';
import Graticule from 'ol/layer/Graticule';
import LayerGroup from 'ol/layer/Group';
import VectorLayer from 'ol/layer/Vector';
import VectorSource from 'ol/source/Vector';
import { Fill, Stroke, Style, Text } from 'ol/style';
import landUrl from 'world-atlas/land-50m.json?url';
import type { Tokens } from '@/shared/theme/tokens';
import { gridLabel } from './coordinate';

/** Least pixels between two lines of the graticule: room for a label with seconds. */
const lineDistance = 110;

function graticule(tokens: Tokens, fontFamily: string): Graticule {
  const text = (align: CanvasTextAlign) =>
    new Text({
      font: `11px ${fontFamily}`,
      textAlign: align,
      offsetX: align === 'left' ? 4 : 0,
      textBaseline: 'bottom',
      fill: new Fill({ color: tokens.text3 }),
      stroke: new Stroke({ color: tokens.land, width: 3 }),
    });
  return new Graticule({
    strokeStyle: new Stroke({ color: tokens.graticule, width: 1 }),
    targetSize: lineDistance,
    showLabels: true,
    lonLabelFormatter: (degrees) => gridLabel(degrees, 'longitude'),
    latLabelFormatter: (degrees) => gridLabel(degrees, 'latitude'),
    lonLabelStyle: text('center'),
    latLabelStyle: text('left'),
    lonLabelPosition: 0,
    latLabelPosition: 0,
  });
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
      land = undefined; // without the outlines the sites still stand on the graticule
      return [];
    });
  return land;
}

export interface BaseLayers {
  layers: BaseLayer[];
  /** Draws them in the colours of a theme and the letters of a language. */
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
