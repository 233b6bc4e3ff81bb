import i18next from 'i18next';
import type { ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';
import type { Permission } from './permission-rules';

/** What the shell reads from a route. */
export interface RouteHandle {
  /** Key of the page title with its namespace, as `home:title`. */
  titleKey: string;
  /** The user needs at least one of them. */
  permissions?: Permission[];
  /** Data pages that need the width start with the sidebar collapsed. */
  wide?: boolean;
  /** Without header, sidebar and banners: the page fills the screen and shows a lost connection itself. */
  bare?: boolean;
}

export interface FeatureRoute {
  /** Path from the root, without the leading slash. */
  path: string;
  /** The first operation of a guarded page: the page requires its permission, and a test compares both. */
  firstCall?: string;
  handle: RouteHandle;
  lazy: () => Promise<{ Component: ComponentType }>;
  loader?: LoaderFunction;
}

/** A lazy page: its code and its texts load in parallel. `lazy: page(() => import('./pages/home-page'), 'home')` */
export function page(load: () => Promise<{ default: ComponentType }>, ...namespaces: string[]) {
  return async () => {
    const [file] = await Promise.all([load(), i18next.loadNamespaces(namespaces)]);
    return { Component: file.default };
  };
}

/** The handle of a matched route, where it has one. */
export function handleOf(route: Pick<RouteObject, 'handle'>): RouteHandle | undefined {
  return route.handle as RouteHandle | undefined;
}
