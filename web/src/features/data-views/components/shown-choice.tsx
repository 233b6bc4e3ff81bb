import { DownOutlined, EyeOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartConfigs } from '@/entities/chart/chart-settings';
import { showsThresholds } from '../model/process-picture';
import type { ViewState } from '../model/view-state';
import styles from './stage.module.css';

const parts = ['thresholds', 'marks', 'gaps', 'abnormal'] as const;

interface Props {
  hidden: readonly string[];
  configs: ChartConfigs;
  /** The bar has room for an icon only. */
  tight: boolean;
  /** Parts that the chart never has. */
  without?: readonly string[] | undefined;
  /** The chart shows notes. */
  notes?: boolean;
  /** Further choices, above the parts. */
  choices?: ReactNode;
  change: (change: Pick<ViewState, 'hidden'>) => void;
}

/** What a time chart shows: limits, corrections, gaps, abnormal readings. */
export function ShownChoice({ hidden, configs, tight, without = [], notes = false, choices, change }: Props) {
  const { t } = useTranslation('data-views');
  const offered = [...parts.filter((part) => !without.includes(part)), ...(notes ? (['notes'] as const) : [])];
  const shown = offered.filter((part) =>
    part === 'thresholds' ? showsThresholds(hidden, configs) : !hidden.includes(part),
  );
  const text = t('show.count', { count: shown.length });
  const onChange = (list: readonly string[]) =>
    change({
      hidden: [
        ...offered.filter((part) => !list.includes(part)),
        ...(list.includes('thresholds') && configs.showThreshold === false ? ['-thresholds'] : []),
      ],
    });
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <div className={styles.choices}>
          {choices}
          <Checkbox.Group value={shown} onChange={onChange}>
            {offered.map((part) => (
              <div key={part}>
                <Checkbox value={part}>{t(`show.${part}`)}</Checkbox>
              </div>
            ))}
          </Checkbox.Group>
        </div>
      }
    >
      <Button
        icon={tight ? <EyeOutlined aria-hidden /> : <DownOutlined aria-hidden />}
        iconPlacement="end"
        {...(tight ? { title: text, 'aria-label': text } : {})}
      >
        {tight ? null : text}
      </Button>
    </Popover>
  );
}
