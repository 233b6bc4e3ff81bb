import { type ComponentProps, lazy, Suspense } from 'react';
import type { SiteMap } from './site-map';
import styles from './site-map.module.css';

const Loaded = lazy(async () => ({ default: (await import('./site-map')).SiteMap }));

/** The map, whose engine loads after the first figures are shown. */
export function LazySiteMap(props: ComponentProps<typeof SiteMap>) {
  return (
    <Suspense fallback={<div className={styles.map} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
