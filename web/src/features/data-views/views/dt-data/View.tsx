import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useNewestObserved } from '../../queries/readings';
import { TemperatureLines } from './lines';
import { pairOf, temperatureLook } from './model';
import { TemperatureProfile } from './profile';
import { TemperatureTable } from './table';

/** dt-data: the temperatures of a string as a table of times and depths, as profiles or as curves over time. */
export default function TemperatureView({ zone, point, page, initial }: ViewProps) {
  const [state, change] = useViewState(point.id, initial);
  const nodes = useNewestObserved(point).data?.nodes ?? [];
  const look = temperatureLook(state);
  const shared = { zone, point, page, state, change, nodes, look, pair: pairOf(nodes, state) };
  if (look.mode === 'profile') return <TemperatureProfile {...shared} />;
  if (look.mode === 'lines') return <TemperatureLines {...shared} />;
  return <TemperatureTable {...shared} />;
}
