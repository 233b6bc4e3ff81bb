import i18next from 'i18next';
import { type ComponentProps, lazy, Suspense } from 'react';
import type { SiteMap } from './site-map';
import styles from './site-map.module.css';

const Loaded = lazy(async () => {
  const [file] = await Promise.all([import('./site-map'), i18next.loadNamespaces('map')]);
  return { default: file.SiteMap };
});

/** The map, whose engine comes after the first figures are on the screen. */
export function LazySiteMap(props: ComponentProps<typeof SiteMap>) {
  return (
    <Suspense fallback={<div className={styles.map} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
