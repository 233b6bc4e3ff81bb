import { lazy } from 'react';
import type { PointView } from '../../model/view';

export const view: PointView = { layout: 'table', Component: lazy(() => import('./View')) };
