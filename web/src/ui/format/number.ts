/** The placeholder for a missing value. */
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

/** A change or a rate: always with its sign, except for zero. */
export function formatChange(value: unknown, decimals?: number): string {
  const text = formatNumber(value, decimals);
  return typeof value === 'number' && value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** A value next to its threshold: rounding never moves it across; one more decimal is shown if it would. */
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

/** The unit after a number: behind a non-breaking space, `%` and the degree sign without one. */
export function unitBehind(unit: string): string {
  return unit === '' || /^(%(?!RH)|°(?!C))/.test(unit) ? unit : `\u00a0${unit}`;
}

/** A formatted number with its unit; a missing one has none. */
export function withUnit(text: string, unit: string): string {
  return text === notAvailable ? text : text + unitBehind(unit);
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
