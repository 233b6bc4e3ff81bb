import i18next from 'i18next';
import { type ComponentProps, lazy, Suspense } from 'react';
import type { MapTools } from './map-tools';

const Loaded = lazy(async () => {
  const [file] = await Promise.all([import('./map-tools'), i18next.loadNamespaces('map')]);
  return { default: file.MapTools };
});

/** Search and layers of a map, loaded after its markers. */
export function LazyMapTools(props: ComponentProps<typeof MapTools>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
