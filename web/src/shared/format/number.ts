/** Stands for a value that should be there and is not. */
export const notAvailable = '#N/A';
const minus = '\u2212';

function group(digits: string): string {
  const [whole = '', fraction] = digits.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/**
 * A number for a person. With decimals (of the field's definition) they are fixed. Without, three, and magnitudes
 * outside 0.001 to 10000 become exponential with four (specification section 9). Never a negative zero.
 */
export function formatNumber(value: unknown, decimals?: number): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return notAvailable;
  const size = Math.abs(value);
  let digits: string;
  if (decimals === undefined && size !== 0 && (size < 0.001 || size > 10_000)) {
    digits = size.toExponential(4).replace('e-', `e${minus}`).replace('e+', 'e');
  } else {
    digits = group(size.toFixed(decimals ?? 3));
  }
  const negative = value < 0 && /[1-9]/.test(digits);
  return negative ? minus + digits : digits;
}

/** A change or a rate: always with its sign, but for zero. */
export function formatChange(value: unknown, decimals?: number): string {
  const text = formatNumber(value, decimals);
  return typeof value === 'number' && value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/**
 * A value beside the threshold it is compared with: rounding never carries it across, one more decimal is shown
 * where it would.
 */
export function formatAgainst(value: number, threshold: number, decimals: number): string {
  const round = (places: number) => Number(value.toFixed(places));
  let places = decimals;
  while (places < decimals + 4 && Math.sign(round(places) - threshold) !== Math.sign(value - threshold)) places++;
  return formatNumber(value, places);
}

/** A share of one as percent, without a space before the sign. */
export function formatPercent(share: unknown, decimals = 0): string {
  if (typeof share !== 'number' || !Number.isFinite(share)) return notAvailable;
  return `${formatNumber(share * 100, decimals)}%`;
}

const byteUnits = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** A size in bytes, base 1024, two decimals. */
export function formatBytes(bytes: unknown): string {
  if (typeof bytes !== 'number' || !Number.isFinite(bytes) || bytes < 0) return notAvailable;
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < byteUnits.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${formatNumber(size, unit === 0 ? 0 : 2)} ${byteUnits[unit]}`;
}

/** Degrees as degrees:minutes:seconds with six decimals and the hemisphere. */
export function formatCoordinate(degrees: unknown, axis: 'longitude' | 'latitude'): string {
  if (typeof degrees !== 'number' || !Number.isFinite(degrees)) return notAvailable;
  const hemisphere = axis === 'longitude' ? (degrees < 0 ? 'W' : 'E') : degrees < 0 ? 'S' : 'N';
  // Counting in millionths of a second keeps 59.9999999" from becoming 60.000000".
  const total = Math.round(Math.abs(degrees) * 3600e6);
  const seconds = (total % 60e6) / 1e6;
  const minutes = Math.floor(total / 60e6) % 60;
  const whole = Math.floor(total / 3600e6);
  const width = axis === 'longitude' ? 3 : 2;
  const pad = (n: number, length: number) => String(n).padStart(length, '0');
  return `${pad(whole, width)}:${pad(minutes, 2)}:${seconds.toFixed(6).padStart(9, '0')}${hemisphere}`;
}
