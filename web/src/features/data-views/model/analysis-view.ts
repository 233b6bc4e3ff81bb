import type { ComponentType } from 'react';
import type { Method } from './analysis';
import type { Range } from './range';
import type { PointState } from './types';

/** Props of every analysis. */
export interface AnalysisProps {
  zone: string;
  point: PointState;
  /** The range if the address has none. */
  initial: Range;
}

const files = import.meta.glob<ComponentType<AnalysisProps>>('../analyses/*/view.ts', { eager: true, import: 'View' });

/** analysisView returns the page of an analysis: `analyses/<method>/view.ts` exports it as `View`. */
export function analysisView(method: Method): ComponentType<AnalysisProps> {
  return files[`../analyses/${method}/view.ts`] as ComponentType<AnalysisProps>;
}
