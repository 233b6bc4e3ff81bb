import Feature from 'ol/Feature';
import TopoJSON from 'ol/format/TopoJSON';
import LineString from 'ol/geom/LineString';
import VectorLayer from 'ol/layer/Vector';
import VectorSource from 'ol/source/Vector';
import { Fill, Stroke, Style } from 'ol/style';
import landUrl from 'world-atlas/land-50m.json?url';
import type { Tokens } from '@/shared/theme/tokens';

/** Degrees between the lines of the graticule. */
const step = 5;
const edge = 85;

function graticule(): Feature[] {
  const lines: Feature[] = [];
  const line = (from: number[], to: number[]) =>
    lines.push(new Feature(new LineString([from, to]).transform('EPSG:4326', 'EPSG:3857')));
  for (let longitude = -180; longitude <= 180; longitude += step) line([longitude, -edge], [longitude, edge]);
  for (let latitude = -edge; latitude <= edge; latitude += step) line([-180, latitude], [180, latitude]);
  return lines;
}

/**
 * The base map that ships with the program: outlines of land and a graticule, without borders or names. The land is
 * fetched once for all maps of the page.
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
  layers: VectorLayer[];
  /** Draws them in the colours of a theme. */
  paint: (tokens: Tokens) => void;
}

export function baseLayers(): BaseLayers {
  const landSource = new VectorSource();
  const landLayer = new VectorLayer({ source: landSource });
  const gridLayer = new VectorLayer({ source: new VectorSource({ features: graticule() }) });
  void loadLand().then((features) => landSource.addFeatures(features));
  return {
    layers: [landLayer, gridLayer],
    paint: (tokens) => {
      landLayer.setStyle(
        new Style({ fill: new Fill({ color: tokens.land }), stroke: new Stroke({ color: tokens.coast, width: 1 }) }),
      );
      gridLayer.setStyle(new Style({ stroke: new Stroke({ color: tokens.graticule, width: 1 }) }));
    },
  };
}
