import { type ReactNode, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelIcon } from '@/entities/alert/level-icon';
import { type LimitName, type WrongLimits, wrongLimits } from '@/entities/configuration/thresholds';
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
  /** One of both is missing if only the other set judges these nodes. */
  current: Row | undefined;
  draft: Row | undefined;
  onChange: (row: Row) => void;
}

/** One number of both sets. */
interface Line {
  key: string;
  label: string;
  /** Shown in place of the label. */
  heading?: ReactNode;
  of: (row: Row) => number | null;
  text: (value: number | null) => string;
  change: (row: Row, value: number | null) => Row;
  wrong?: boolean;
  bounds?: { min?: number; max?: number };
  step: number;
}

const percent = (share: number) => Number((share * 100).toFixed(4));

/** Both sets of limits side by side; those of the draft are entered. */
export function LimitTable({ unit, decimals, against, current, draft, onChange }: Props) {
  const { t } = useTranslation(['simulator', 'common', 'console']);
  const wrongId = useId();
  const wrong = useMemo((): WrongLimits => (draft ? wrongLimits(draft) : new Map()), [draft]);
  const reasons = [...new Set(wrong.values())];
  const limit = (value: number | null) => (value === null ? t('common:none') : formatNumber(value, decimals));
  const digit = 10 ** -decimals;
  const upper = worstFirst.slice(0, 4).map((level): Line => {
    const name = limitNames[level - 1] as LimitName;
    const label = t(`common:level.${level as 1}`);
    return {
      key: name,
      label,
      heading: (
        <span className={styles.level} data-level={level}>
          <LevelIcon level={level as Level} size={13} decorative /> {label}
        </span>
      ),
      of: (row) => row[name],
      text: limit,
      change: (row, value) => ({ ...row, [name]: value }),
      wrong: wrong.has(name),
      step: digit,
    };
  });
  const lower = limitNames.map(
    (name, i): Line => ({
      key: `lower.${name}`,
      label: t('limits.lower', { level: t(`common:level.${(i + 1) as 1}`) }),
      of: (row) => row.lower?.[name] ?? null,
      text: limit,
      change: (row, value) => (row.lower ? { ...row, lower: { ...row.lower, [name]: value } } : row),
      wrong: wrong.has(`lower.${name}`),
      step: digit,
    }),
  );
  const times = (name: 'confirmTimes' | 'restoreTimes', label: string): Line => ({
    key: name,
    label,
    of: (row) => row[name] || defaults[name],
    text: String,
    change: (row, value) => ({ ...row, [name]: Math.trunc(value ?? defaults[name]) }),
    bounds: { min: 1, max: 100 },
    step: 1,
  });
  const lines = [
    ...upper,
    ...((draft ?? current)?.lower ? lower : []),
    {
      key: 'margin',
      label: t('limits.margin'),
      of: (row: Row) => percent(row.restoreMargin ?? defaults.restoreMargin),
      text: (value: number | null) => formatPercent((value ?? 0) / 100, 1),
      change: (row: Row, value: number | null) => ({ ...row, restoreMargin: (value ?? 5) / 100 }),
      bounds: { min: 0, max: 99 },
      step: 1,
    },
    times('confirmTimes', t('limits.confirm')),
    times('restoreTimes', t('limits.restore')),
  ];
  const field = (line: Line, row: Row) => (
    <NumberField
      key={decimals} // the number of decimals is that of the first render
      label={t('limits.draftOf', { name: line.label })}
      value={line.of(row)}
      wrong={line.wrong ? wrongId : undefined}
      step={line.step}
      {...line.bounds}
      onChange={(value) => onChange(line.change(row, value))}
    />
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
        {lines.map((line: Line) => (
          <tr key={line.key}>
            <th scope="row">{line.heading ?? line.label}</th>
            <td className={styles.before}>{current ? line.text(line.of(current)) : t('common:none')}</td>
            <td data-changed={current && draft && line.of(current) !== line.of(draft)}>
              {draft ? field(line, draft) : t('common:none')}
            </td>
          </tr>
        ))}
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
