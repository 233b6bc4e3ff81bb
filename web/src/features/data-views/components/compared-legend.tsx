import { useTranslation } from 'react-i18next';
import type { ChartContext } from '@/entities/chart/chart-words';
import { withPalette } from '@/entities/chart/palette';
import { rampOpacity } from '@/entities/chart/profile-nodes';
import { formatTime } from '@/ui/format/time';
import type { ComparedTimes } from '../model/compared-times';
import type { ViewState } from '../model/view-state';
import { BaseChoice } from './base-choice';
import styles from './compared.module.css';
import { OnPage } from './on-page';

interface LegendProps {
  times: Pick<ComparedTimes, 'curves' | 'current' | 'base'>;
  context: ChartContext;
  change: (change: Partial<ViewState>) => void;
  /** False: the values do not depend on a base. */
  based?: boolean | undefined;
  /** The places of the times in the palette; without them the times are shades of its first color. */
  colors?: ReadonlyMap<number, number>;
  palette?: string | undefined;
}

/** The compared times in the colors of their curves, and the base reading. */
export function ComparedLegend({
  times: { curves, current, base },
  context: { theme: standard, zone },
  change,
  based = true,
  colors,
  palette,
}: LegendProps) {
  const { t } = useTranslation('data-views');
  const theme = withPalette(standard, palette);
  const color = (one: number) => theme.palette[(colors?.get(one) ?? 0) % theme.palette.length];
  return (
    <div className={styles.legend}>
      {t('profile.compared')}
      {curves.map((one, i) => (
        <span key={one} className={styles.entry} data-current={one === current}>
          <svg width="16" height="4" aria-hidden="true">
            <line
              x1="0"
              x2="16"
              y1="2"
              y2="2"
              stroke={color(one)}
              strokeWidth={one === current ? 2.4 : 1.6}
              opacity={colors ? 1 : rampOpacity(i, curves.length)}
            />
          </svg>
          {formatTime(one, zone, 'list')}
        </span>
      ))}
      {based && (
        <OnPage>
          <div className={styles.base}>
            <BaseChoice zone={zone} base={base} reading={current} onChange={(at) => change({ base: at })} />
          </div>
        </OnPage>
      )}
    </div>
  );
}
