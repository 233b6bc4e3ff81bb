import { useTranslation } from 'react-i18next';
import { useFieldName, useLabel } from '@/api/catalog';
import { LevelIcon } from '@/entities/alert/level-icon';
import { listText } from '@/ui/format/list';
import { formatNumber, unitBehind, withUnit } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { Notice } from '@/ui/notice';
import { asLevel } from '@/ui/theme/tokens';
import styles from './consequences.module.css';
import { FormedInitial } from './formed-initial';
import type { Consequences as Found } from './queries';

/**
 * The effect of a change on results and alerts, shown before saving: how much, which alerts, and the newest results.
 */
export function Consequences({ found, zone }: { found: Found; zone: string }) {
  const { t } = useTranslation('console');
  const figures = [
    ['results', found.results, true],
    ['accumulated', found.accumulated, found.accumulated > 0],
    ['points', found.points, true],
    ['dependants', found.dependants, found.dependants > 0],
    ['opened', found.alertsOpened, true],
    ['withdrawn', found.alertsWithdrawn, true],
    ['revised', found.alertsRevised, true],
  ] as const;
  return (
    <div className={styles.consequences} role="status">
      <b>{t('consequences.title')}</b> <small>{t('consequences.hint')}</small>
      {found.recomputing > 0 && <p>{t('consequences.recomputing', { count: found.recomputing })}</p>}
      <dl>
        {figures
          .filter(([, , shown]) => shown)
          .map(([name, count]) => (
            <div key={name}>
              <dt>{t(`consequences.${name}`)}</dt>
              <dd>{formatNumber(count, 0)}</dd>
            </div>
          ))}
      </dl>
      {found.from > 0 && (
        <small>{t('consequences.span', { from: formatTime(found.from, zone), to: formatTime(found.to, zone) })}</small>
      )}
      <Initials found={found} zone={zone} />
      <Warnings found={found} />
      <Alerts found={found} zone={zone} />
      <Values found={found} zone={zone} />
    </div>
  );
}

/** Initial values that would be formed; for several points the values below suffice. */
function Initials({ found, zone }: { found: Found; zone: string }) {
  const { t } = useTranslation('console');
  if (new Set(found.initials.map((one) => one.measuringPointId)).size > 1) return null;
  return found.initials.map((initial) => (
    <p key={`${initial.from} ${initial.missing}`} className={styles.initial}>
      <span>{t('initial.becomes')}</span> <FormedInitial initial={initial} zone={zone} />
    </p>
  ));
}

/** Thresholds that would judge nothing after the change, by what they lack. */
function Warnings({ found }: { found: Found }) {
  const { t } = useTranslation('console');
  const say = useLabel();
  return found.warnings.map((warning) => {
    const named = warning.list.slice(0, 5).map(({ name, labels }) => `${name} ${listText(labels.map(say))}`);
    return (
      <div key={`${warning.code} ${warning.reason.en}`} className={styles.warning}>
        <Notice>
          <b>{say(warning.reason)}</b>
          <br />
          {t('consequences.unarmed', { count: warning.points, names: listText(named) })}
          {warning.points > named.length && ' …'}
        </Notice>
      </div>
    );
  });
}

function Alerts({ found, zone }: { found: Found; zone: string }) {
  const { t } = useTranslation(['console', 'common']);
  const fieldName = useFieldName();
  const total = found.alertsOpened + found.alertsWithdrawn + found.alertsRevised;
  if (total === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by the keyboard
    <div className={styles.scroll} tabIndex={0}>
      <table className={styles.list}>
        <caption>
          {total > found.alerts.length
            ? t('consequences.firstAlerts', { count: found.alerts.length, total })
            : t('consequences.alerts')}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('consequences.effect')}</th>
            <th scope="col">{t('consequences.level')}</th>
            <th scope="col">{t('common:entity.point')}</th>
            <th scope="col">{t('consequences.time')}</th>
            <th scope="col" className={styles.number}>
              {t('consequences.value')}
            </th>
          </tr>
        </thead>
        <tbody>
          {found.alerts.map((one) => (
            <tr
              key={`${one.effect} ${one.alertId} ${one.measuringPointId} ${one.field} ${one.valueType} ${one.opened}`}
            >
              <td>{t(`consequences.effects.${one.effect}`)}</td>
              <td>
                {one.effect === 'changes' && one.levelBefore !== one.level && (
                  <>
                    <Level level={one.levelBefore} /> <span aria-hidden>→</span>{' '}
                  </>
                )}
                <Level level={one.level} gone={one.effect === 'vanishes'} />
              </td>
              <th scope="row">{one.measuringPointName}</th>
              <td>{formatTime(one.time, zone)}</td>
              <td className={styles.number}>
                {withUnit(formatNumber(one.value, one.decimals), one.unit)}
                <small>
                  {nodeOf(fieldName(one.measurement, one.field), one.node)}·
                  {t(`common:valueType.${one.valueType as 'observed'}`)}
                </small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Level({ level, gone = false }: { level: number; gone?: boolean }) {
  const { t } = useTranslation('common');
  const known = asLevel(level);
  return (
    <span className={styles.level} data-gone={gone}>
      <LevelIcon level={known} decorative /> {t(`level.${known}`)}
    </span>
  );
}

const nodeOf = (name: string, node: number) => (node > 0 ? `${name} #${node}` : name);

function Values({ found, zone }: { found: Found; zone: string }) {
  const { t } = useTranslation(['console', 'common']);
  const figure = (value: number | null, decimals: number) =>
    value === null ? t('consequences.noResult') : formatNumber(value, decimals);
  const fieldName = useFieldName();
  if (found.values.length === 0) {
    return found.results + found.accumulated > 0 ? <small>{t('consequences.newestStay')}</small> : null;
  }
  const several = found.values.some((one) => one.measuringPointId !== found.values[0]?.measuringPointId);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by the keyboard
    <div className={styles.scroll} tabIndex={0}>
      <table className={styles.list}>
        <caption>
          {t('consequences.newest')}
          {found.moreValues > 0 && ` · ${t('consequences.moreValues', { count: found.moreValues })}`}
        </caption>
        <thead>
          <tr>
            {several && <th scope="col">{t('common:entity.point')}</th>}
            <th scope="col">{t('consequences.time')}</th>
            <th scope="col">{t('consequences.field')}</th>
            <th scope="col" className={styles.number}>
              {t('consequences.before')}
            </th>
            <th scope="col" className={styles.number}>
              {t('consequences.after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {found.values.map((one) => (
            <tr key={`${one.measuringPointId} ${one.time} ${one.field} ${one.node} ${one.valueType}`}>
              {several && <th scope="row">{one.measuringPointName}</th>}
              <td>{formatTime(one.time, zone)}</td>
              <td>
                {nodeOf(fieldName(one.measurement, one.field), one.node)}·{t(`common:valueType.${one.valueType}`)}
              </td>
              <td className={styles.number}>{figure(one.before, one.decimals)}</td>
              <td className={styles.number}>
                <b>{figure(one.after, one.decimals)}</b>
                {unitBehind(one.unit)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
