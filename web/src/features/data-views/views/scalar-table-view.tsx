import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ReadingTable, TypeChoice } from '../components/reading-table';
import type { ViewProps } from '../model/view';
import { useViewState } from '../model/view-state';

const choices = {
  results: ['observed', 'accumulated', 'rate'],
  all: ['raw', 'observed', 'accumulated', 'change', 'rate'],
  raw: ['raw'],
} as const;

/** hda-data: the readings of a point with single values. */
export default function ScalarTableView({ zone, point, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const choice = state.mode === 'all' || state.mode === 'raw' ? state.mode : 'results';
  const valueTypes = useMemo(() => choices[choice], [choice]);
  return (
    <ReadingTable
      zone={zone}
      point={point}
      state={state}
      change={change}
      valueTypes={valueTypes}
      fields={state.fields}
      nodes={[]}
      controls={
        <TypeChoice
          value={choice}
          options={(['results', 'all', 'raw'] as const).map((value) => ({
            value,
            label: t(value === 'raw' ? 'table.rawOnly' : `table.${value}`),
          }))}
          onChange={(mode) => change({ mode: mode === 'results' ? null : mode, page: 1 })}
        />
      }
    />
  );
}
