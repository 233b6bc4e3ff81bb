import { useTranslation } from 'react-i18next';
import type { ChartTheme } from '@/entities/chart/chart-theme';
import { type MasterAnswer, slavesShown, toggled, unitsOf } from '../../model/master';
import type { PointState } from '../../model/types';
import styles from './view.module.css';

interface Props {
  master: MasterAnswer;
  /** Ids of the sub-points shown, from the address. */
  chosen: readonly number[];
  point: PointState;
  theme: ChartTheme;
  onChange: (points: number[]) => void;
}

/** The composite point and its sub-points in the colors of their curves. Each sub-point is switched on and off. */
export function SlaveLegend({ master, chosen, point, theme, onChange }: Props) {
  const { t } = useTranslation('data-views');
  const { slaves, answers, partials } = master;
  if (slaves.length === 0) return null;
  const shown = slavesShown(slaves, chosen);
  const [left, right] = unitsOf(master);
  const color = (index: number) => theme.palette[index % theme.palette.length];
  return (
    <fieldset className={styles.legend} aria-label={t('master.slaves')}>
      <span className={styles.own}>
        <Swatch color={color(0)} width={3} />
        {point.name} {left}
      </span>
      {slaves.map((slave, i) => {
        const { unit } = slave.field;
        const silent = (answers[i]?.series[0]?.samples.length ?? 0) === 0;
        const drawn = unit === left || unit === right;
        const on = drawn && shown.includes(slave);
        return (
          <button
            key={slave.key}
            type="button"
            className={styles.slave}
            aria-pressed={on}
            disabled={!drawn}
            title={drawn ? t(on ? 'master.hide' : 'master.show', { name: slave.name }) : t('master.thirdUnit')}
            onClick={() => onChange(toggled(slaves, chosen, slave.id))}
          >
            <Swatch color={color(slave.color)} width={1.4} />
            {slave.name} {unit}
            {silent && <i>{t('master.silent')}</i>}
          </button>
        );
      })}
      {partials > 0 && (
        <span className={styles.partial} role="status">
          <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
            <path d="M6 1L11 6L6 11L1 6Z" fill="none" stroke={color(0)} strokeWidth="1.6" />
          </svg>
          {t('master.partial', { count: partials })}
        </span>
      )}
    </fieldset>
  );
}

function Swatch({ color, width }: { color: string | undefined; width: number }) {
  return (
    <svg width="16" height="4" aria-hidden="true">
      <line x1="0" x2="16" y1="2" y2="2" stroke={color} strokeWidth={width} />
    </svg>
  );
}
