/** A degree in millionths of an arc second: the unit that the server keeps coordinates in. */
const degree = 3_600_000_000;

export type Axis = 'longitude' | 'latitude';

const axes = {
  longitude: { limit: 180, width: 3, positive: 'E', negative: 'W' },
  latitude: { limit: 90, width: 2, positive: 'N', negative: 'S' },
} as const;

const written = /^(\d{1,3}):([0-5]?\d):([0-5]?\d)(?:\.(\d{1,6}))?([EWNS])$/;
const decimal = /^([-+]?)(\d{1,3}(?:\.\d+)?)([EWNS]?)$/;

/**
 * Degrees of DDD:MM:SS.SSSSSSE or W, DD:MM:SS.SSSSSSN or S (specification section 5). Also accepts decimal degrees and
 * the notations of receivers and other maps: 116°23′29.22″E, 116.39145E. Undefined for anything else and beyond 180 or
 * 90 degrees.
 */
export function parseCoordinate(text: string, axis: Axis): number | undefined {
  const { limit, positive, negative } = axes[axis];
  const tidy = text
    .replace(/[°º度′’'分：]/g, ':')
    .replace(/[″”"秒\s]/g, '')
    .replace(/−/g, '-')
    .toUpperCase()
    .replace(/:([EWNS]?)$/, '$1');
  const [, sign = '', number, letter = ''] = decimal.exec(tidy) ?? [];
  if (number !== undefined) {
    if (letter && (sign || ![positive, negative].includes(letter as never))) return undefined;
    const value = Number(number) * (sign === '-' || letter === negative ? -1 : 1);
    return Math.abs(value) <= limit ? Math.round(value * degree) / degree || 0 : undefined;
  }
  const [, degrees = '', minutes = '', seconds = '', fraction = '', direction] = written.exec(tidy) ?? [];
  if (direction !== positive && direction !== negative) return undefined;
  const whole = (Number(degrees) * 60 + Number(minutes)) * 60 + Number(seconds);
  const arc = whole * 1_000_000 + Number(fraction.padEnd(6, '0'));
  if (arc > limit * degree) return undefined;
  return (direction === negative && arc > 0 ? -arc : arc) / degree;
}

/** DDD:MM:SS.SSSSSSE or DD:MM:SS.SSSSSSN: `parseCoordinate` returns the same digits. */
export function formatCoordinate(degrees: number, axis: Axis): string {
  const { width, positive, negative } = axes[axis];
  const arc = Math.round(Math.abs(degrees) * degree);
  const part = (value: number, digits: number) => String(value).padStart(digits, '0');
  return (
    `${part(Math.floor(arc / degree), width)}:${part(Math.floor(arc / 60_000_000) % 60, 2)}:` +
    `${part(Math.floor(arc / 1_000_000) % 60, 2)}.${part(arc % 1_000_000, 6)}${degrees < 0 ? negative : positive}`
  );
}

/**
 * Longitude and latitude from one text, as copied from a receiver or another map. Letters identify them; without
 * letters the longitude comes first, as everywhere here, unless only the other order is possible.
 */
export function parsePlace(text: string): { longitude: number; latitude: number } | undefined {
  const [first, second, ...more] = text
    .trim()
    .split(/\s*[,，;；]\s*|\s+(?=[-+−]?\d{1,3}[°º度:：.EWNSewns])/)
    .filter((part) => part !== '');
  if (first === undefined || second === undefined || more.length > 0) return undefined;
  for (const [east, north] of [
    [first, second],
    [second, first],
  ] as const) {
    const longitude = parseCoordinate(east, 'longitude');
    const latitude = parseCoordinate(north, 'latitude');
    if (longitude !== undefined && latitude !== undefined) return { longitude, latitude };
  }
  return undefined;
}

/** Degrees, minutes and seconds without trailing zero parts: 120°E, 31°10′N, 31°10′05″N. */
export function gridLabel(degrees: number, axis: Axis): string {
  const { positive, negative } = axes[axis];
  const arc = Math.round(Math.abs(degrees) * 3600);
  const minutes = Math.floor(arc / 60) % 60;
  const seconds = arc % 60;
  const part = (value: number, sign: string) => `${String(value).padStart(2, '0')}${sign}`;
  const rest = seconds > 0 ? part(minutes, '′') + part(seconds, '″') : minutes > 0 ? part(minutes, '′') : '';
  const letter = arc === 0 ? '' : degrees < 0 ? negative : positive;
  return `${Math.floor(arc / 3600)}°${rest}${letter}`;
}

/** Meters of an arc second of latitude. */
const arcSecond = 30.9;

/** A position with as many digits as a pixel of this size justifies; the map's search can read it. */
export function placeText(longitude: number, latitude: number, metersPerPixel: number): string {
  const digits = Math.min(2, Math.max(0, Math.ceil(Math.log10(arcSecond / metersPerPixel))));
  const one = (degrees: number, axis: Axis) => {
    const { positive, negative } = axes[axis];
    const scale = 10 ** digits;
    const arc = Math.round(Math.abs(degrees) * 3600 * scale);
    const seconds = ((arc % (60 * scale)) / scale).toFixed(digits).padStart(digits > 0 ? digits + 3 : 2, '0');
    const minutes = String(Math.floor(arc / (60 * scale)) % 60).padStart(2, '0');
    return `${Math.floor(arc / (3600 * scale))}°${minutes}′${seconds}″${degrees < 0 ? negative : positive}`;
  };
  return `${one(longitude, 'longitude')} ${one(latitude, 'latitude')}`;
}
