import { lazy } from 'react';
import type { PointView } from '../../model/view';

export const view: PointView = { layout: 'table', values: false, Component: lazy(() => import('./View')) };
