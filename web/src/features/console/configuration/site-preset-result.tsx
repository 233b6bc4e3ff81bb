import { useTranslation } from 'react-i18next';
import { useFieldName, useLabel, useMeasurementName } from '@/api/catalog';
import type { components } from '@/api/schema.gen';
import { formatNumber } from '@/ui/format/number';
import { ScrollArea } from '@/ui/scroll-area';
import { limitNames } from '@/ui/theme/tokens';
import styles from './configuration.module.css';

type Result = components['schemas']['GBSitePreview'];
type Line = Result['lines'][number];

/** What the standard sets on each point, next to what is in force, and why others stay as they are. */
export function SitePresetResult({ found }: { found: Result }) {
  const { t } = useTranslation(['configuration', 'common']);
  const measurementName = useMeasurementName();
  const fieldName = useFieldName();
  const say = useLabel();
  const skipped = found.lines.filter((line) => line.skipped !== '').length;
  return (
    <div role="status">
      <p>
        {found.measuringPoints > 0 ? t('gbAll.result', { count: found.measuringPoints }) : t('gbAll.nothing')}
        {skipped > 0 && <span className={styles.quiet}> · {t('gbAll.skippedCount', { count: skipped })}</span>}
      </p>
      <ScrollArea className={styles.low} label={t('gb.result')}>
        <table className={styles.grid}>
          <thead>
            <tr>
              <th scope="col">{t('gbAll.point')}</th>
              <th scope="col">{t('gb.item')}</th>
              <th scope="col">{t('gbAll.old')}</th>
              <th scope="col">
                {t('gbAll.new')} <span className={styles.quiet}>({t('gbAll.review')})</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.lines.map((line) => (
              <tr
                key={`${line.measuringPointId} ${line.item} ${line.new?.field} ${line.new?.valueType} ${line.skipped}`}
              >
                <th scope="row">
                  {line.name} <div className={styles.quiet}>{measurementName(line.measurement)}</div>
                </th>
                <td>
                  {line.label ? `${say(line.label)} (${line.clause})` : t('common:none')}
                  {line.new && (
                    <div className={styles.quiet}>
                      {fieldName(line.measurement, line.new.field)} ·{' '}
                      {t(`common:valueType.${line.new.valueType as 'observed'}`)}
                    </div>
                  )}
                </td>
                <td className={styles.number}>{line.old ? limits(line.old) : t('common:none')}</td>
                <td className={styles.number}>
                  {line.new ? <New line={line} limits={line.new} /> : <span className={styles.quiet}>{why(line)}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </div>
  );

  function why(line: Line) {
    return line.skipped === '' ? '' : t(`gbAll.skipped.${line.skipped}`, { name: line.missing });
  }
}

type Limits = NonNullable<Line['new']>;

function New({ line, limits: row }: { line: Line; limits: Limits }) {
  const { t } = useTranslation('configuration');
  return (
    <>
      {limits(row)}
      {row.lower && <div className={styles.quiet}>≤ {limits(row.lower)}</div>}
      {row.atOnce !== undefined && <div className={styles.quiet}>{t('gbAll.times')}</div>}
      {row.confirmDays !== undefined && (
        <div className={styles.quiet}>{t('gbAll.days', { count: row.confirmDays })}</div>
      )}
      {line.noDepth && <div className={styles.quiet}>{t('gb.noDepth')}</div>}
    </>
  );
}

/** The limits from blue to red. */
function limits(row: Pick<Limits, (typeof limitNames)[number]>) {
  return limitNames
    .map((name) => row[name])
    .filter((value) => value !== null && value !== undefined)
    .map((value) => formatNumber(value))
    .join(' / ');
}
