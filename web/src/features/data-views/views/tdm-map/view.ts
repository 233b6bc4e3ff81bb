import { lazy } from 'react';
import type { PointView } from '../../model/view';

export const view: PointView = { layout: 'studio', Component: lazy(() => import('./View')) };
