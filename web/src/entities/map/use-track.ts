import Feature from 'ol/Feature';
import MultiLineString from 'ol/geom/MultiLineString';
import Point from 'ol/geom/Point';
import { circular } from 'ol/geom/Polygon';
import VectorLayer from 'ol/layer/Vector';
import type OlMap from 'ol/Map';
import { fromLonLat } from 'ol/proj';
import VectorSource from 'ol/source/Vector';
import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '@/ui/i18n/use-language';
import { fontFamily } from '@/ui/theme/antd-theme';
import { useTheme } from '@/ui/theme/theme-store';
import { distance, type Place } from './geodesy';
import { bandOf, bandsOf, type Cursor, type Track, untilTime, type Vertex } from './track';
import { TrackStyles } from './track-styles';
import { markerLayer } from './use-base-map';
import { fitTo } from './view-moves';

/** A tracker may move by meters only: its map zooms in farther than others. */
const nearest = 22;
/** Corners of the circle of a fence. */
const corners = 128;

const placed = ({ lon, lat }: Place) => fromLonLat([lon, lat]);
const linesOf = (lines: readonly (readonly Vertex[])[]) => new MultiLineString(lines.map((line) => line.map(placed)));

interface Layers {
  /** Fence and bands. */
  way: VectorSource;
  /** The passed part of the band in which the replay is: it changes in every frame, and the bands do not. */
  passing: Feature;
  marks: VectorSource;
  now: Feature;
}

/** Shows the whole track and its fence. */
export function fitTrack(map: OlMap, { lines, fence }: Pick<Track, 'lines' | 'fence'>, animated = true): void {
  const places = lines.flat().map(({ lon, lat }) => [lon, lat] as const);
  const circle = fence
    ? (circular([fence.lon, fence.lat], fence.reach, 16).getCoordinates()[0] ?? []).map(
        ([lon = 0, lat = 0]) => [lon, lat] as const,
      )
    : [];
  // A fence far away would hide the track: then only the track is shown.
  const near = fence && lines.flat().some((place) => distance(fence, place) < 20 * fence.reach);
  fitTo(map, near ? [...places, ...circle] : places, nearest - 1, animated);
}

/** Draws the way of a tracker on a map, and follows a replay. */
export function useTrack(map: OlMap | undefined, track: Track, cursor: Cursor): void {
  const [layers, setLayers] = useState<Layers>();
  const fitted = useRef('');
  const theme = useTheme();
  const language = useLanguage();

  useEffect(() => {
    if (!map) return;
    map.getView().setMaxZoom(nearest);
    const sources = [0, 1, 2, 3].map(() => new VectorSource());
    const made = sources.map((source, i) => new VectorLayer({ source, zIndex: markerLayer + i }));
    for (const layer of made) map.addLayer(layer);
    const [way, line, marks, arrow] = sources as [VectorSource, VectorSource, VectorSource, VectorSource];
    const [passing, now] = [new Feature(), new Feature()];
    line.addFeature(passing);
    arrow.addFeature(now);
    setLayers({ way, passing, marks, now });
    return () => {
      for (const layer of made) {
        map.removeLayer(layer);
        layer.dispose();
      }
      setLayers(undefined);
    };
  }, [map]);

  useEffect(() => {
    if (!map || !layers) return;
    const span = `${track.start.t} ${track.end.t}`;
    if (fitted.current !== span) fitTrack(map, track, fitted.current !== '');
    fitted.current = span;
  }, [map, layers, track]);

  useEffect(() => {
    if (!layers) return;
    const { way, passing, marks, now } = layers;
    const styles = new TrackStyles(theme, fontFamily(language));
    const styled = (feature: Feature, style: ReturnType<TrackStyles['ahead']>) => {
      feature.setStyle(style);
      return feature;
    };
    const bands = bandsOf(track);
    const features = bands.map((lines) => new Feature(linesOf(lines)));
    way.clear();
    if (track.fence) {
      const { lon, lat, reach } = track.fence;
      const circle = circular([lon, lat], reach, corners).transform('EPSG:4326', 'EPSG:3857');
      const [west = 0, , east = 0, north = 0] = circle.getExtent();
      const top = new Point([(west + east) / 2, north]);
      way.addFeature(styled(new Feature(circle), styles.fence(track.words.fence, top)));
    }
    way.addFeatures(features);
    marks.clear();
    marks.addFeatures([
      ...track.stops.map((stop, i) => styled(new Feature(new Point(placed(stop))), styles.stop(i + 1))),
      styled(new Feature(new Point(placed(track.start))), styles.start(track.words.start)),
      styled(new Feature(new Point(placed(track.end))), styles.end(track.words.end, track.level)),
    ]);
    let drawn = -1;
    const follow = () => {
      const place = cursor.place();
      const band = bandOf(track, place.t);
      if (band !== drawn) {
        features.forEach((feature, i) => {
          feature.setStyle(i < band ? styles.passed(i) : styles.ahead());
        });
        passing.setStyle(styles.passed(band));
        drawn = band;
      }
      passing.setGeometry(linesOf(untilTime(bands[band] ?? [], place)));
      now.setStyle(styles.now(place.heading));
      now.setGeometry(place.t === track.end.t ? undefined : new Point(placed(place))); // the end has its own mark
    };
    follow();
    return cursor.subscribe(follow);
  }, [layers, track, cursor, theme, language]);
}
