import { type ComponentProps, lazy, Suspense } from 'react';
import type { DeviceDrawer } from './device-drawer';

const Loaded = lazy(async () => ({ default: (await import('./device-drawer')).DeviceDrawer }));

/** A device to edit, whose forms load when one is opened. */
export function LazyDeviceDrawer(props: ComponentProps<typeof DeviceDrawer>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
