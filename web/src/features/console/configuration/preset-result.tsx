import { useTranslation } from 'react-i18next';
import { useFieldName, useFieldUnit } from '@/api/catalog';
import type { components } from '@/api/schema.gen';
import { unitOf } from '@/entities/configuration/editor';
import { formatNumber } from '@/ui/format/number';
import { limitNames } from '@/ui/theme/tokens';
import styles from './configuration.module.css';
import type { PointThresholds } from './queries';

type Result = components['schemas']['GBByPoint'];

interface Props {
  found: readonly Result[];
  points: readonly PointThresholds[];
}

/** The resulting limits, listed once for all points with the same ones. */
export function PresetResult({ found, points }: Props) {
  const { t } = useTranslation(['configuration', 'common']);
  const fieldName = useFieldName();
  const fieldUnit = useFieldUnit();
  const pointOf = (result: Result) => points.find((point) => point.measuringPointId === result.measuringPointId);
  const groups = new Map<string, Result[]>();
  for (const result of found) {
    const point = pointOf(result);
    const key = JSON.stringify([result.thresholds, result.depthH, point?.changeUnit, point?.measurement]);
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return (
    <div className={styles.scroll} role="status">
      <table className={styles.grid}>
        <caption>{t('gb.result')}</caption>
        {[...groups].map(([key, results]) => {
          const first = results[0];
          const point = first && pointOf(first);
          if (!first || !point) return null;
          return (
            <tbody key={key}>
              {groups.size > 1 && (
                <tr>
                  <th scope="rowgroup" colSpan={5}>
                    {results.map((result) => pointOf(result)?.name).join(', ')}
                    {first.depthH > 0 && <span className={styles.quiet}> H {formatNumber(first.depthH)} m</span>}
                  </th>
                </tr>
              )}
              {first.thresholds.map((row) => (
                <tr key={row.valueType}>
                  <th scope="row">
                    {fieldName(point.measurement, row.field)} · {t(`common:valueType.${row.valueType as 'observed'}`)}{' '}
                    <span className={styles.quiet}>
                      {unitOf(row.field, fieldUnit(point.measurement, row.field), row.valueType, point)}
                    </span>
                  </th>
                  {limitNames.map((name, i) => (
                    <td key={name} className={styles.number}>
                      {t(`common:level.${(i + 1) as 1}`)} {formatNumber(row[name])}
                      {row.lower && <div className={styles.quiet}>≤ {formatNumber(row.lower[name])}</div>}
                    </td>
                  ))}
                </tr>
              ))}
              {first.noDepth && (
                <tr>
                  <td colSpan={5} className={styles.quiet}>
                    {t('gb.noDepth')}
                  </td>
                </tr>
              )}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}
