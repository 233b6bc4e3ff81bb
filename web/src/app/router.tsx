import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, type RouteObject, redirect } from 'react-router';
import type { FeatureRoute } from '@/entities/permission/routing';
import { featureRoutes } from './feature-routes';
import { idsLoader, projectLoader, sessionLoader } from './guards';
import { NotFound } from './not-found';
import { Root } from './root';
import { RouteFailure } from './route-failure';
import { Shell } from './shell/shell';

/** Pages open without a session; the gallery exists only in development builds. */
const openPaths = ['__gallery', 'sign', 'a/:token'];

function routeObject(route: FeatureRoute): RouteObject {
  return {
    path: route.path,
    handle: route.handle,
    lazy: route.lazy,
    ...(route.loader ? { loader: route.loader } : {}),
  };
}

export function createRoutes(queryClient: QueryClient): RouteObject[] {
  const open = featureRoutes.filter((route) => openPaths.includes(route.path));
  const inside = featureRoutes.filter((route) => !openPaths.includes(route.path));
  const ofProject = inside.filter((route) => route.path.includes(':projectId'));
  const others = inside.filter((route) => !route.path.includes(':projectId'));
  return [
    {
      Component: Root,
      ErrorBoundary: RouteFailure,
      HydrateFallback: () => null,
      children: [
        ...open.map(routeObject),
        {
          id: 'shell',
          loader: sessionLoader,
          Component: Shell,
          children: [
            {
              ErrorBoundary: RouteFailure,
              children: [
                { index: true, loader: () => redirect('/dashboard') },
                {
                  id: 'project',
                  loader: projectLoader(queryClient),
                  shouldRevalidate: ({ currentParams, nextParams }) => currentParams.projectId !== nextParams.projectId,
                  children: ofProject.map(routeObject),
                },
                { id: 'ids', loader: idsLoader, children: others.map(routeObject) },
                { path: '*', handle: { titleKey: 'shell:notFound' }, Component: NotFound },
              ],
            },
          ],
        },
      ],
    },
  ];
}

export function createRouter(queryClient: QueryClient) {
  return createBrowserRouter(createRoutes(queryClient));
}
