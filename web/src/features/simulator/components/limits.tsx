import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelIcon } from '@/entities/alert/level-icon';
import { wrongLimits } from '@/entities/configuration/thresholds';
import { NumberField } from '@/ui/form/number-field';
import { formatNumber, formatPercent } from '@/ui/format/number';
import { type Level, limitNames, worstFirst } from '@/ui/theme/tokens';
import { defaults, type Row } from '../model/draft';
import styles from './side.module.css';

interface Props {
  unit: string;
  decimals: number;
  /** The name of the set that is compared. */
  against: string;
  current: Row | undefined;
  draft: Row;
  onChange: (row: Row) => void;
}

/** Both sets of limits side by side; those of the draft are entered. */
export function LimitTable({ unit, decimals, against, current, draft, onChange }: Props) {
  const { t } = useTranslation(['simulator', 'common', 'console']);
  const wrongId = useId();
  const wrong = wrongLimits(draft);
  const reasons = [...new Set(wrong.values())];
  const shown = (value: number | null | undefined) =>
    value === null || value === undefined ? t('common:none') : formatNumber(value, decimals);
  const number = (
    key: string,
    label: string,
    before: string,
    value: number | null,
    original: number | null | undefined,
    change: (value: number | null) => void,
    bounds: { min?: number; max?: number; step?: number; wrong?: boolean } = {},
  ) => (
    <tr key={key}>
      <th scope="row">{label}</th>
      <td className={styles.before}>{before}</td>
      <td data-changed={original !== undefined && original !== value}>
        <NumberField
          key={decimals}
          label={t('limits.draftOf', { name: label })}
          value={value}
          wrong={bounds.wrong ? wrongId : undefined}
          {...(bounds.min === undefined ? {} : { min: bounds.min })}
          {...(bounds.max === undefined ? {} : { max: bounds.max })}
          step={bounds.step ?? 10 ** -decimals}
          onChange={change}
        />
      </td>
    </tr>
  );
  return (
    <table className={styles.limits}>
      <thead>
        <tr>
          <th scope="col">{unit ? t('limits.limitIn', { unit }) : t('limits.limit')}</th>
          <th scope="col">{against}</th>
          <th scope="col">{t('set.draft')}</th>
        </tr>
      </thead>
      <tbody>
        {worstFirst.slice(0, 4).map((level) => {
          const name = limitNames[level - 1] as (typeof limitNames)[number];
          const label = t(`common:level.${level as 1}`);
          return (
            <tr key={level}>
              <th scope="row">
                <span className={styles.level} data-level={level}>
                  <LevelIcon level={level as Level} size={13} decorative /> {label}
                </span>
              </th>
              <td className={styles.before}>{shown(current?.[name])}</td>
              <td data-changed={current !== undefined && current[name] !== draft[name]}>
                <NumberField
                  key={decimals} // the number of decimals is that of the first render
                  label={t('limits.draftOf', { name: label })}
                  value={draft[name]}
                  step={10 ** -decimals}
                  wrong={wrong.has(name) ? wrongId : undefined}
                  onChange={(value) => onChange({ ...draft, [name]: value })}
                />
              </td>
            </tr>
          );
        })}
        {draft.lower &&
          limitNames.map((name, i) =>
            number(
              `lower.${name}`,
              t('limits.lower', { level: t(`common:level.${(i + 1) as 1}`) }),
              shown(current?.lower?.[name]),
              draft.lower?.[name] ?? null,
              current?.lower?.[name],
              (value) => draft.lower && onChange({ ...draft, lower: { ...draft.lower, [name]: value } }),
              { wrong: wrong.has(`lower.${name}`) },
            ),
          )}
        {number(
          'margin',
          t('limits.margin'),
          current ? formatPercent(current.restoreMargin ?? defaults.restoreMargin, 1) : '—',
          Number(((draft.restoreMargin ?? defaults.restoreMargin) * 100).toFixed(4)),
          current && Number(((current.restoreMargin ?? defaults.restoreMargin) * 100).toFixed(4)),
          (value) => onChange({ ...draft, restoreMargin: (value ?? 5) / 100 }),
          { min: 0, max: 99, step: 1 },
        )}
        {number(
          'confirm',
          t('limits.confirm'),
          current ? String(current.confirmTimes || defaults.confirmTimes) : '—',
          draft.confirmTimes || defaults.confirmTimes,
          current && (current.confirmTimes || defaults.confirmTimes),
          (value) => onChange({ ...draft, confirmTimes: Math.trunc(value ?? defaults.confirmTimes) }),
          { min: 1, max: 100, step: 1 },
        )}
        {number(
          'restore',
          t('limits.restore'),
          current ? String(current.restoreTimes || defaults.restoreTimes) : '—',
          draft.restoreTimes || defaults.restoreTimes,
          current && (current.restoreTimes || defaults.restoreTimes),
          (value) => onChange({ ...draft, restoreTimes: Math.trunc(value ?? defaults.restoreTimes) }),
          { min: 1, max: 100, step: 1 },
        )}
      </tbody>
      {reasons.length > 0 && (
        <tfoot>
          <tr>
            <td colSpan={3} id={wrongId} className={styles.wrong} role="alert">
              {reasons.map((reason) => t(`console:thresholds.wrong.${reason}`)).join(t('console:thresholds.wrong.and'))}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}
