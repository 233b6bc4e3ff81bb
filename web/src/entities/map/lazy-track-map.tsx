import { type ComponentProps, lazy, Suspense } from 'react';
import styles from './site-map.module.css';
import type { TrackMap } from './track-map';

const Loaded = lazy(async () => ({ default: (await import('./track-map')).TrackMap }));

/** The map of a track, whose engine loads after the figures are shown. */
export function LazyTrackMap(props: ComponentProps<typeof TrackMap>) {
  return (
    <Suspense fallback={<div className={styles.map} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
