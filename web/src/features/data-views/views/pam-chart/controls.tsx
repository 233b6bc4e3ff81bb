import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ChartConfigs } from '@/entities/chart/chart-settings';
import { FittingChoice } from '../../components/fitting-choice';
import { ShownChoice } from '../../components/shown-choice';
import type { ViewState } from '../../model/view-state';
import { type Sight, sights } from './model';

/** Width in pixels of the range, the other choices and the tools. */
const barTaken = 560;

interface Props {
  sight: Sight;
  barWidth: number;
  change: (change: Partial<ViewState>) => void;
}

/** Plan, section, changes or bend. */
export function SightChoice({ sight, barWidth, change }: Props) {
  const { t } = useTranslation('data-views');
  return (
    <FittingChoice
      label={t('pipe.sight')}
      value={sight}
      room={barWidth && Math.max(1, barWidth - barTaken)}
      options={sights.map((value) => ({ value, label: t(`pipe.sights.${value}`) }))}
      onChange={(value) => change({ mode: value === sights[0] ? null : value })}
    />
  );
}

interface ShownProps {
  sight: Sight;
  hidden: readonly string[];
  configs: ChartConfigs;
  /** The ground above the pipe is known. */
  grounded: boolean;
  tight: boolean;
  change: (change: Partial<ViewState>) => void;
}

/** Whether limits are drawn: of the vertical change, or of the bend radius; in the section whether the ground is. */
export function PipeShown({ sight, hidden, configs, grounded, tight, change }: ShownProps) {
  const { t } = useTranslation('data-views');
  if (sight === 'section' && grounded) {
    const others = hidden.filter((one) => one !== 'ground');
    return (
      <Checkbox
        checked={!hidden.includes('ground')}
        onChange={({ target }) => change({ hidden: target.checked ? others : [...others, 'ground'] })}
      >
        {t('pipe.ground')}
      </Checkbox>
    );
  }
  if (sight !== 'vertical' && sight !== 'bend') return null;
  return <ShownChoice {...{ hidden, configs, tight, change }} without={['marks', 'gaps', 'abnormal']} />;
}
