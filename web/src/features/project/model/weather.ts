import type { WeatherValue } from '@/api/stats';

/** A weather cell: one element, or the wind with its direction. */
export interface WeatherCell {
  key: 'airTemp' | 'humidity' | 'airPressure' | 'wind' | 'rainDay' | 'rain24h';
  value: WeatherValue;
  /** Direction from which the wind comes, in degrees clockwise from north. */
  from?: number;
}

const single = ['airTemp', 'humidity', 'airPressure'] as const;
const rain = ['rainDay', 'rain24h'] as const;

/** The measured weather elements in display order; an element without a sensor has no cell. */
export function weatherCells(values: readonly WeatherValue[]): WeatherCell[] {
  const byField = new Map(values.map((value) => [value.field, value]));
  const cells: WeatherCell[] = [];
  const put = (key: (typeof single)[number] | (typeof rain)[number]) => {
    const value = byField.get(key);
    if (value) cells.push({ key, value });
  };
  single.forEach(put);
  const speed = byField.get('windSpeed');
  const from = byField.get('windDir')?.value;
  if (speed) cells.push({ key: 'wind', value: speed, ...(from === undefined ? {} : { from }) });
  rain.forEach(put);
  return cells;
}

/** The eight winds, from north clockwise. */
export const winds = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

/** The nearest of the eight winds to a direction in degrees. */
export function windOf(degrees: number): (typeof winds)[number] {
  const turn = ((degrees % 360) + 360) % 360;
  return winds[Math.round(turn / 45) % 8] ?? 'n';
}
