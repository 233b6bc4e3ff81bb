import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];
export type Layout = Schemas['SurveyLayout'];
export type CasingPreview = Schemas['CasingPreview'];
export type PipePreview = Schemas['PipePreview'];

/** What the files of all surveys have in common. */
export type FileRead = Omit<CasingPreview, 'total' | 'from' | 'to' | 'a' | 'b'>;

/** What a column can hold, in the order of the form. */
export const pipeFields = ['chainage', 'pitch', 'heading', 'roll', 'northing', 'easting', 'elevation'] as const;
export const casingFields = ['depth', 'a0', 'a180', 'b0', 'b180'] as const;
export const separators = ['comma', 'semicolon', 'tab', 'space'] as const;

/** How a file is read: null where the server decides. `More` are parameters of the kind of survey. */
export interface Wish<More> {
  layout: Layout | null;
  /** Of the survey, UTC ms: the settings of that time compute it. */
  time: number | null;
  more: More;
}

/** mapped puts a field on a column, or takes it off with null; a column holds one field. */
export function mapped(layout: Layout, field: string, column: number | null): Layout {
  const columns = Object.fromEntries(
    Object.entries(layout.columns).filter(([name, at]) => name !== field && at !== column),
  );
  return { ...layout, columns: column === null ? columns : { ...columns, [field]: column } };
}

/** askedOf is a wish as the calls take it. */
export const askedOf = <More extends object>({ layout, time, more }: Wish<More>) => ({
  ...more,
  ...(time !== null ? { time } : {}),
  ...(layout ? { layout: JSON.stringify(layout) } : {}),
});

export const longestName = 40;
export const longestOperator = 30;
