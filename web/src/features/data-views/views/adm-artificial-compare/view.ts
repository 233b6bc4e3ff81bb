import { lazy } from 'react';
import type { PointView } from '../../model/view';

export const view: PointView = { layout: 'profile', Component: lazy(() => import('./View')) };
