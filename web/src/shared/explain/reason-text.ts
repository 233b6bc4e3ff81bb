import type { TFunction } from 'i18next';

const missing = 'missing:';
const known = [
  'notANumber',
  'dividedByZero',
  'logOfNonPositive',
  'sensorFault',
  'solutionNotFixed',
  'badOrientation',
  'notPositive',
  'outOfRange',
  'segmentSilent',
  'ringOpen',
  'held',
  'faceWaits',
] as const;

/** Why there is no value, as the server keys it: a word of its own, or "missing:" and what is missing. */
export function reasonText(t: TFunction<'explain'>, reason: string): string {
  if (reason.startsWith(missing)) return t('explain:reason.missing', { what: reason.slice(missing.length) });
  const key = known.find((one) => one === reason);
  return key ? t(`explain:reason.${key}`) : t('explain:reason.other', { key: reason });
}
