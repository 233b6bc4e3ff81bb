import i18next from 'i18next';
import { type ComponentProps, lazy, Suspense } from 'react';
import { PanelSkeleton } from '@/ui/states';
import type { PlanView } from './plan-view';

const Loaded = lazy(async () => {
  const [file] = await Promise.all([import('./plan-view'), i18next.loadNamespaces('plan')]);
  return { default: file.PlanView };
});

/** A drawing, whose engine loads after the figures are shown. */
export function LazyPlanView(props: ComponentProps<typeof PlanView>) {
  return (
    <Suspense fallback={<PanelSkeleton rows={8} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
