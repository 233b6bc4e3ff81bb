import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];
export type Preview = Schemas['PipePreview'];
export type Layout = Schemas['PipeLayout'];

/** What a column can hold, in the order of the form. */
export const pipeFields = ['chainage', 'pitch', 'heading', 'roll', 'northing', 'easting', 'elevation'] as const;
export const separators = ['comma', 'semicolon', 'tab', 'space'] as const;

/** How a file is read: null where the server decides. */
export interface Wish {
  layout: Layout | null;
  direction: 'forward' | 'backward' | null;
  open: boolean;
  /** Of the survey, UTC ms: the settings of that time compute it. */
  time: number | null;
}

export const nothingWished: Wish = { layout: null, direction: null, open: false, time: null };

/** mapped puts a field on a column, or takes it off with null; a column holds one field. */
export function mapped(layout: Layout, field: string, column: number | null): Layout {
  const columns = Object.fromEntries(
    Object.entries(layout.columns).filter(([name, at]) => name !== field && at !== column),
  );
  return { ...layout, columns: column === null ? columns : { ...columns, [field]: column } };
}

/** askedOf is a wish as the calls take it. */
export const askedOf = ({ layout, direction, open, time }: Wish) => ({
  ...(time !== null ? { time } : {}),
  ...(layout ? { layout: JSON.stringify(layout) } : {}),
  ...(direction ? { direction } : {}),
  ...(open ? { open: true } : {}),
});
