import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { measurementsQuery, useLabel } from '@/api/catalogue';
import { formatAgainst, formatNumber, unitBehind, withUnit } from '@/shared/format/number';
import { sideSign } from '../model/excerpt-model';
import type { Alert } from '../queries';

/** The value that reached the highest level. Rounding never carries it across its limit. */
export function AlertValue({ alert }: { alert: Alert }) {
  if (alert.value === null) return <>—</>;
  const text =
    alert.limit === null
      ? formatNumber(alert.value, alert.decimals)
      : formatAgainst(alert.value, Math.sign(alert.value) * Math.abs(alert.limit), alert.decimals);
  return (
    <>
      <b>{text}</b>
      {unitBehind(alert.unit)}
    </>
  );
}

export function AlertLimit({ alert }: { alert: Alert }) {
  if (alert.limit === null) return <>—</>;
  return (
    <>
      {sideSign(alert.side)} {withUnit(formatNumber(alert.limit, alert.decimals), alert.unit)}
    </>
  );
}

/** The word for what an alert watches. */
export function useAttributeName(): (alert: Pick<Alert, 'kind' | 'measurement' | 'field'>) => string {
  const { t } = useTranslation(['alerts', 'common']);
  const say = useLabel();
  const { data: measurements } = useQuery(measurementsQuery);
  return useCallback(
    (alert) => {
      if (alert.kind !== 'threshold') return t(`common:deviceHealth.${alert.kind}`);
      const found = measurements?.find((m) => m.code === alert.measurement)?.fields.find((f) => f.name === alert.field);
      return found ? say(found.label) : alert.field;
    },
    [measurements, say, t],
  );
}
