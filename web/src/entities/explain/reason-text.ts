import { useTranslation } from 'react-i18next';

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
  'poorFix',
  'tooFast',
  'inMotion',
  'tooSteep',
  'tooSparse',
  'poweredOn',
] as const;

/** The text for a missing value, from the server's key: a reason, or "missing:" and a name. */
export function useReasonText(): (reason: string) => string {
  const { t } = useTranslation('explain');
  return (reason) => {
    if (reason.startsWith(missing)) return t('reason.missing', { what: reason.slice(missing.length) });
    const key = known.find((one) => one === reason);
    return key ? t(`reason.${key}`) : t('reason.other', { key: reason });
  };
}
