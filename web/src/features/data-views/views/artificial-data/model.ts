import type { ChartConfigs } from '@/entities/chart/chart-settings';
import type { ManualReading, NodesBy } from '@/entities/manual/manual';
import type { ProcessRecipe, ViewTexts } from '../../model/process-picture';
import type { ReadingRecord } from '../../model/reading-page';
import type { FieldInfo, PageSlug, PointState, ReadingRow } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { componentOf, componentRecipe, nodesShown } from '../adm-prop/model';
import { lineRecipe } from '../hda-chart/model';

/** What a person entered at one time. */
export interface Entry {
  correctionId: number;
  values?: Readonly<Record<string, number>>;
  nodes?: readonly { no: number; depth?: number; values: Readonly<Record<string, number>> }[];
  operator: string;
  note: string;
  recordedAt: number;
}

export interface ManualRecord extends ReadingRecord {
  /** Null: the reading came from a file or a device. */
  entry: Entry | null;
}

/** manualRecipe draws the main field, of an array that of its worst nodes. */
export function manualRecipe(
  point: PointState,
  fields: readonly FieldInfo[],
  configs: ChartConfigs,
  latest: ReadingRow | null | undefined,
  state: ViewState,
  t: ViewTexts,
): ProcessRecipe {
  if (!isArray(latest)) return lineRecipe(point, fields, configs, state);
  const component = componentOf(point, fields, configs, state);
  return componentRecipe(point, fields, component, nodesShown(state, configs, latest, component), state, t);
}

/** lineSlug is the view with the same process line: its chart settings apply here too. */
export const lineSlug = (latest: ReadingRow | null | undefined): PageSlug =>
  isArray(latest) ? 'adm-prop' : 'hda-chart';

export const isArray = (latest: ReadingRow | null | undefined) => (latest?.nodes.length ?? 0) > 0;

/** editedReading is an entry as the form takes it. */
export function editedReading({ values = {}, nodes }: Entry, time: string): ManualReading {
  return {
    time,
    ...(Object.keys(values).length > 0 ? { values: { ...values } } : {}),
    ...(nodes ? { nodes: nodes.map((node) => ({ ...node })) } : {}),
  };
}

/** nodeName names a node of an entry by its place, or by its number where it has none. */
export function nodeName({ no, depth }: { no: number; depth?: number }, by: NodesBy): string {
  return by === 'depth' && depth !== undefined ? `${depth} m` : String(no);
}
