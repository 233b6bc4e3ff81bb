import { useTranslation } from 'react-i18next';
import type { ChartContext } from '@/entities/chart/chart-words';
import type { PointState } from '../model/types';
import type { ViewState } from '../model/view-state';
import { useProcess } from '../queries/process';
import type { Ring } from '../queries/use-ring';
import { ProcessBelow } from './process-below';

interface Props {
  ring: Ring;
  slug: string;
  point: PointState;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
  context: ChartContext;
  every: number;
}

/** The convergence of the chosen chords over time. */
export function ChordProcess({ ring, slug, point, state, change, context, every }: Props) {
  const { t } = useTranslation('data-views');
  const process = useProcess(slug, point, state, ring.recipe, every);
  return <ProcessBelow title={t('circular.process')} {...{ process, point, state, change, context }} />;
}
