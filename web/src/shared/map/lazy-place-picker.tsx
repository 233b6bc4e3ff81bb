import i18next from 'i18next';
import { type ComponentProps, lazy, Suspense } from 'react';
import type { PlacePicker } from './place-picker';

const Loaded = lazy(async () => {
  const [file] = await Promise.all([import('./place-picker'), i18next.loadNamespaces('map')]);
  return { default: file.PlacePicker };
});

/** The picker, whose engine comes when it is opened. */
export function LazyPlacePicker(props: ComponentProps<typeof PlacePicker>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
