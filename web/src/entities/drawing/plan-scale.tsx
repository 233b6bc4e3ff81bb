import { useTranslation } from 'react-i18next';
import styles from '@/entities/map/map-foot.module.css';
import { lengthText, scaleBar } from '@/entities/map/scale-bar';
import type { Plan, SheetSize } from './plan';

const mostPixels = 120;

interface Props {
  plan: Plan;
  sheet: SheetSize;
  resolution: number;
}

/** The scale and the north arrow of a drawing, as far as known. */
export function PlanScale({ plan, sheet, resolution }: Props) {
  const { t } = useTranslation('plan');
  const bar = plan.realWidth ? scaleBar((plan.realWidth / sheet.width) * resolution, mostPixels) : undefined;
  if (!bar && plan.north === undefined) return null;
  return (
    <div className={styles.scale}>
      {plan.north !== undefined && (
        <svg width="22" height="30" viewBox="0 0 22 30" role="img" aria-label={t('northOf', { degrees: plan.north })}>
          <g transform={`rotate(${plan.north} 11 15)`}>
            <path d="M11 2 17 26 11 21 5 26Z" fill="currentColor" />
          </g>
        </svg>
      )}
      {bar && (
        <span className={styles.bar} style={{ width: bar.pixels }}>
          {lengthText(bar.meters)}
        </span>
      )}
    </div>
  );
}
