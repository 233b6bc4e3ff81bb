import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { measurementsQuery, useLabel } from '@/api/catalog';
import { reachedText } from '@/ui/format/inequality';
import { formatNumber, unitBehind, withUnit } from '@/ui/format/number';
import { sideSign } from '../model/excerpt-model';
import type { Alert } from '../queries';

/** A battery falls to its limit, like a value to a lower limit. */
const sideOf = ({ type, side }: Alert) => (type === 'threshold' ? side : 'lower');

/** The value with the highest level; with its limit it forms a true inequality. */
export function AlertValue({ alert }: { alert: Alert }) {
  const { value, limit, decimals } = alert;
  const side = sideOf(alert);
  if (value === null) return <>—</>;
  return (
    <>
      <b>{limit === null ? formatNumber(value, decimals) : reachedText({ value, limit, side, decimals }).left}</b>
      {unitBehind(alert.unit)}
    </>
  );
}

export function AlertLimit({ alert }: { alert: Alert }) {
  const { value, limit, decimals } = alert;
  const side = sideOf(alert);
  if (limit === null) return <>—</>;
  const sign = value === null ? sideSign(side) : reachedText({ value, limit, side, decimals }).sign;
  return (
    <>
      {sign} {withUnit(formatNumber(limit, decimals), alert.unit)}
    </>
  );
}

/** Returns the label of what an alert watches. */
export function useAttributeName(): (alert: Pick<Alert, 'kind' | 'measurement' | 'field'>) => string {
  const { t } = useTranslation(['alerts', 'common']);
  const say = useLabel();
  const { data: measurements } = useQuery(measurementsQuery);
  return useCallback(
    (alert) => {
      if (alert.kind === 'graded') return t('common:gradedWarning');
      if (alert.kind !== 'threshold') return t(`common:deviceHealth.${alert.kind}`);
      const found = measurements?.find((m) => m.code === alert.measurement)?.fields.find((f) => f.name === alert.field);
      return found ? say(found.label) : alert.field;
    },
    [measurements, say, t],
  );
}
