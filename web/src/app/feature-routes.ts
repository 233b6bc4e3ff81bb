import type { FeatureRoute } from '@/entities/permission/routing';

const files = import.meta.glob<{ routes: FeatureRoute[] }>('../features/*/routes.tsx', { eager: true });

/** Every route that a feature brings, new ones by themselves. Also read by the script that photographs them. */
export const featureRoutes: FeatureRoute[] = Object.values(files).flatMap((file) => file.routes);
