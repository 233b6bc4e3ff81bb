import { type ComponentProps, lazy, Suspense } from 'react';
import { PanelSkeleton } from '@/ui/states';
import type { AlertStory } from './alert-story';

const Loaded = lazy(async () => ({ default: (await import('./alert-story')).AlertStory }));

/** The story of an alert, whose chart loads when an alert is opened. */
export function LazyAlertStory(props: ComponentProps<typeof AlertStory>) {
  return (
    <Suspense fallback={<PanelSkeleton rows={6} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
