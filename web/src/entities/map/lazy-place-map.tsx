import i18next from 'i18next';
import { type ComponentProps, lazy, Suspense } from 'react';
import type { PlaceMap } from './place-map';

const Loaded = lazy(async () => {
  const [file] = await Promise.all([import('./place-map'), i18next.loadNamespaces('map')]);
  return { default: file.PlaceMap };
});

/** The map for choosing a position, whose engine loads when it is opened. */
export function LazyPlaceMap(props: ComponentProps<typeof PlaceMap>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
