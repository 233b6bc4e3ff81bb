import type { WindCounts } from '@/entities/chart/wind-rose';
import type { ProcessRecipe } from '../../model/process-picture';
import type { FieldInfo, ReadingRow } from '../../model/types';
import type { ViewState } from '../../model/view-state';

/** The plots of a weather station from the top: fields of one plot have one unit. */
const groups: readonly (readonly string[])[] = [
  ['airTemp'],
  ['windSpeed', 'windMean', 'windMax'],
  ['windDir', 'windMeanDir'],
  ['airPressure'],
  ['rain'],
  ['pm25', 'pm10', 'tsp'],
  ['noise'],
  ['radiation'],
  ['co2'],
  ['ch4'],
  ['h2s', 'co'],
  ['o2'],
];
const humidity = 'humidity';

/** What a station shows at first: everything that has a plot; sums of rain over hours are added on request. */
export function usualFields(fields: readonly FieldInfo[]): string[] {
  const placed = [...groups.flat(), humidity];
  const usual = fields.filter(({ name }) => placed.includes(name));
  return (usual.length > 0 ? usual : fields).map(({ name }) => name);
}

/** fieldsShown are the chosen fields that the point has, in the order of the plots. */
export function fieldsShown(fields: readonly FieldInfo[], { fields: chosen }: Pick<ViewState, 'fields'>): string[] {
  const there = fields.map(({ name }) => name);
  const asked = chosen.filter((name) => there.includes(name));
  return asked.length > 0 ? asked : usualFields(fields);
}

/** weatherRecipe lays the fields out in plots; the humidity is on the right axis of the air temperature. */
export function weatherRecipe(fields: readonly FieldInfo[], state: Pick<ViewState, 'fields'>): ProcessRecipe {
  const shown = fieldsShown(fields, state);
  const right = shown.includes('airTemp') && shown.includes(humidity) ? [humidity] : [];
  const left = shown.filter((name) => !right.includes(name));
  const known = groups.map((group) => group.filter((name) => left.includes(name))).filter(({ length }) => length > 0);
  const others = left.filter((name) => !known.flat().includes(name)).map((name) => [name]);
  const plots = [...known, ...others];
  return { fields: plots.flat(), right, nodes: [], stacked: true, plots, types: ['observed'], dashed: ['windMax'] };
}

/** A card: the newest value of a field. */
export interface WeatherCard extends FieldInfo {
  value: number;
}

/** cardsOf are the fields that have a value in the newest reading. */
export function cardsOf(fields: readonly FieldInfo[], latest: ReadingRow | null | undefined): WeatherCard[] {
  return fields.flatMap((field) => {
    const value = latest?.values[field.name];
    return typeof value === 'number' ? [{ ...field, value }] : [];
  });
}

/** The longest range of a wind rose, ms. */
const year = 366 * 24 * 3_600_000;

/** roseRange is the newest year of a range at most. */
export function roseRange({ start, end }: { start: number; end: number }): { start: number; end: number } {
  return { start: Math.max(start, end - year), end };
}

/** hasWind reports whether both fields of a wind rose are on view. */
export function hasWind({ fields }: Pick<ProcessRecipe, 'fields'>): boolean {
  return fields.includes('windSpeed') && fields.includes('windDir');
}

/** The share of a number of readings in a rose, percent. */
export function shareOf(count: number, { counts, calm }: WindCounts): number {
  const total = counts.flat().reduce((sum, one) => sum + one, calm);
  return total === 0 ? 0 : (count * 100) / total;
}
