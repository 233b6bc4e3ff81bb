import { lazy } from 'react';

export const View = lazy(() => import('./View'));
