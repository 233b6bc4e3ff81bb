import { useCallback } from 'react';
import { settable, useChartSettings } from '@/entities/chart/chart-settings';
import type { EditorProps, Place } from '@/entities/configuration/editor';
import type { Owner } from '@/entities/configuration/queries';
import { VersionStudio } from '@/entities/configuration/version-studio';
import { QueryPanel } from '@/ui/states';
import { type Charts, ChartsEditor } from '../editors/charts-editor';

interface Props {
  owner: Owner;
  place: Place;
  structureId: number;
  pointId: number;
}

/** The chart settings of a point's data views, with their versions. */
export function PointCharts({ structureId, pointId, ...studio }: Props) {
  const query = useChartSettings(structureId, pointId);
  return (
    <QueryPanel query={query} rows={6}>
      {(settings) => <Studio {...studio} pages={settings.pages} />}
    </QueryPanel>
  );
}

function Studio({ owner, place, pages }: { owner: Owner; place: Place; pages: readonly string[] }) {
  const own = pages.filter((slug) => settable.includes(slug));
  // A point computed from others is drawn as a time-series chart.
  const offered = (own.length > 0 ? own : ['hda-chart']).join(' ');
  const Editor = useCallback(
    (props: EditorProps<Charts>) => <ChartsEditor {...props} pages={offered.split(' ')} />,
    [offered],
  );
  return <VersionStudio owner={owner} place={place} aspect="chart" blank={{ list: [] }} Editor={Editor} />;
}
