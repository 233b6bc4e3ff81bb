import { type ComponentProps, lazy, Suspense } from 'react';
import { PanelSkeleton } from '@/ui/states';
import type { AlertRows } from './alert-rows';

const Loaded = lazy(async () => ({ default: (await import('./alert-rows')).AlertRows }));

/** Alert rows, whose table loads after the first figures are shown. */
export function LazyAlertRows(props: ComponentProps<typeof AlertRows>) {
  return (
    <Suspense fallback={<PanelSkeleton rows={4} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
