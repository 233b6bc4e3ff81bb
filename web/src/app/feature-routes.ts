import type { FeatureRoute } from '@/entities/permission/routing';

const files = import.meta.glob<{ routes: FeatureRoute[] }>('../features/*/routes.tsx', { eager: true });

/** Every route of every feature, found by glob. Also read by the script that takes the screenshots. */
export const featureRoutes: FeatureRoute[] = Object.values(files).flatMap((file) => file.routes);
