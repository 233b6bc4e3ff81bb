import { type Ref, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { pointMark } from '@/entities/alert/mark';
import { LazyTrackMap } from '@/entities/map/lazy-track-map';
import { simplify } from '@/entities/map/simplify';
import type { Cursor, Track as Drawn } from '@/entities/map/track';
import type { MapHandle } from '@/entities/map/track-map';
import { formatNumber } from '@/ui/format/number';
import type { PointState } from '../../model/types';
import { type Fix, unbroken } from './model';
import type { Replay } from './replay';
import type { TrackData } from './use-track';

/** A track of more fixes is drawn with fewer: what is left out is within a tolerance of the line, m. */
const mostDrawn = 5000;
const tolerance = 2;

interface Props {
  data: TrackData;
  fixes: readonly Fix[];
  replay: Replay;
  point: PointState;
  handle: Ref<MapHandle>;
}

/** The way of the tracker, with its fence and stops, and where the replay is. */
export function WayMap({ data, fixes, replay, point, handle }: Props) {
  const { t } = useTranslation('track');
  const { track, stops, fence } = data;
  const drawn = useMemo((): Drawn | null => {
    const [start, end] = [fixes[0], fixes.at(-1)];
    if (!track || !start || !end) return null;
    const lines = unbroken(track);
    return {
      ...{ start, end, stops, fence, level: pointMark(point.level, point.time) },
      lines: fixes.length > mostDrawn ? lines.map((line) => simplify(line, tolerance)) : lines,
      words: { start: t('start'), end: t('end'), fence: t('fenceOf', { reach: formatNumber(fence?.reach, 0) }) },
    };
  }, [track, fixes, stops, fence, point.level, point.time, t]);
  const cursor = useMemo((): Cursor => {
    const { position } = replay;
    const nowhere = { t: 0, lat: 0, lon: 0, heading: null };
    return { subscribe: position.subscribe, place: () => fixes[position.now().index] ?? nowhere };
  }, [replay, fixes]);
  return (
    drawn && <LazyTrackMap track={drawn} cursor={cursor} label={t('map', { point: point.name })} handle={handle} />
  );
}
