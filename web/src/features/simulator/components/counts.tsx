import { useTranslation } from 'react-i18next';
import { LevelIcon } from '@/entities/alert/level-icon';
import { formatNumber } from '@/ui/format/number';
import { type Level, levelFill, levels, worstFirst } from '@/ui/theme/tokens';
import type { Outcome } from '../queries';
import styles from './side.module.css';

interface Props {
  current: Outcome;
  draft: Outcome;
  names: { current: string; draft: string };
}

const whole = (n: number) => formatNumber(n, 0);
/** Hours below ten have a decimal. */
export const hours = (n: number) => formatNumber(n, n !== 0 && n < 10 ? 1 : 0);

/** Alerts by level, and how long each level was held, with both sets. */
export function Counts({ current, draft, names }: Props) {
  const { t } = useTranslation(['simulator', 'common']);
  const most = Math.max(1, ...current.alerts, ...draft.alerts);
  return (
    <>
      <section className={styles.part}>
        <h3 className={styles.head}>
          {t('counts.alerts')} <span>{t('counts.order', names)}</span>
        </h3>
        {worstFirst.slice(0, 4).map((level) => {
          const before = current.alerts[level - 1] ?? 0;
          const after = draft.alerts[level - 1] ?? 0;
          return (
            <div key={level} className={styles.count} data-count={level}>
              <span className={styles.level} data-level={level}>
                <LevelIcon level={level as Level} size={13} decorative /> {t(`common:level.${level as 1}`)}
              </span>
              <Bars values={[before, after]} most={most} color={levelFill[level]} />
              <span className={styles.pair}>
                {whole(before)} → <b>{whole(after)}</b>
              </span>
            </div>
          );
        })}
        <p className={styles.note}>{t('counts.false', { before: whole(current.false), after: whole(draft.false) })}</p>
      </section>
      <section className={styles.part}>
        <h3 className={styles.head}>{t('counts.held')}</h3>
        {(
          [
            [names.current, current],
            [names.draft, draft],
          ] as const
        ).map(([name, outcome]) => (
          <div key={name} className={styles.held}>
            <span>{name}</span>
            <HeldBar hours={outcome.hours} unjudged={outcome.unjudged} />
          </div>
        ))}
        <div className={styles.hours}>
          {levels.slice(1).map((level) => (
            <span key={level}>
              <LevelIcon level={level} size={12} /> {hours(current.hours[level] ?? 0)} →{' '}
              {hours(draft.hours[level] ?? 0)}
            </span>
          ))}
        </div>
      </section>
      <section className={styles.part}>
        <h3 className={styles.head}>
          {t('counts.byHour')} <span>{t('counts.pale', { name: names.current })}</span>
        </h3>
        <Columns
          current={current.byHour}
          draft={draft.byHour}
          nameOf={(hour) => t('counts.hour', { hour })}
          ticks={['0', '6', '12', '18', '24']}
        />
        <h3 className={styles.head}>{t('counts.byLength')}</h3>
        <Columns
          current={current.byLength}
          draft={draft.byLength}
          nameOf={(at) => t(`counts.length.${at as 0}`)}
          ticks={[0, 1, 2, 3, 4].map((at) => t(`counts.length.${at as 0}`))}
          centered
        />
      </section>
    </>
  );
}

function Bars({ values, most, color }: { values: readonly [number, number]; most: number; color: string }) {
  return (
    <svg className={styles.bars} viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">
      <rect width={(100 * values[0]) / most} height="6" rx="1" fill={color} opacity="0.45" />
      <rect y="9" width={(100 * values[1]) / most} height="6" rx="1" fill={color} />
    </svg>
  );
}

/** The share of the time at each level; the rest was normal or not judged. */
function HeldBar({ hours: held, unjudged }: { hours: readonly number[]; unjudged: number }) {
  const all = Math.max(
    held.reduce((sum, h) => sum + h, unjudged),
    1e-9,
  );
  let at = 0;
  return (
    <svg className={styles.heldBar} viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      {levels.slice(1).map((level) => {
        const width = (100 * (held[level] ?? 0)) / all;
        const begin = at;
        at += width;
        return <rect key={level} x={begin} width={width} height="12" fill={levelFill[level]} />;
      })}
    </svg>
  );
}

interface ColumnsProps {
  current: readonly number[];
  draft: readonly number[];
  nameOf: (at: number) => string;
  ticks: readonly string[];
  centered?: boolean;
}

/** Two columns for each class: those of the set compared with are pale. */
function Columns({ current, draft, nameOf, ticks, centered = false }: ColumnsProps) {
  const most = Math.max(1, ...current, ...draft);
  const height = (n: number) => (36 * n) / most;
  const width = 100 / current.length;
  return (
    <div className={styles.columns}>
      <svg viewBox="0 0 100 36" preserveAspectRatio="none" aria-hidden="true">
        {current.map((n, at) => {
          const after = draft[at] ?? 0;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a class has no identity but its place
            <g key={at}>
              <rect
                x={width * (at + 0.12)}
                width={width * 0.36}
                y={36 - height(n)}
                height={height(n)}
                className={styles.pale}
              />
              <rect
                x={width * (at + 0.52)}
                width={width * 0.36}
                y={36 - height(after)}
                height={height(after)}
                className={styles.full}
              />
            </g>
          );
        })}
      </svg>
      <div className={styles.ticks} data-centered={centered} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
      <ul className="visually-hidden">
        {current.map((n, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a class has no identity but its place
          <li key={at}>{`${nameOf(at)}: ${n} → ${draft[at] ?? 0}`}</li>
        ))}
      </ul>
    </div>
  );
}
