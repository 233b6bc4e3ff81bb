import { Checkbox, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { FittingChoice } from '../../components/fitting-choice';
import type { ViewState } from '../../model/view-state';
import type { ManualComparison } from './use-comparison';

/** Width in pixels of the range, the lists, the tools and the bar's padding. */
const barTaken = 900;

interface Props {
  comparison: ManualComparison;
  zone: string;
  barWidth: number;
  change: (change: Partial<ViewState>) => void;
}

/** The casing, its run, the direction, and the toe. */
export function ManualChoices({ comparison, zone, barWidth, change }: Props) {
  const { t } = useTranslation('data-views');
  const { holes, hole, found, choices, field, sameToe } = comparison;
  const runs = found?.runs ?? [];
  return (
    <>
      <Select
        style={{ minWidth: 110 }}
        aria-label={t('manualCompare.hole')}
        placeholder={t('manualCompare.hole')}
        popupMatchSelectWidth={false}
        value={hole?.id ?? null}
        options={holes.map((one) => ({ value: one.id, label: one.name }))}
        onChange={(id: number) => change({ points: [id], at: null, base: null })}
      />
      <Select
        style={{ minWidth: 150 }}
        aria-label={t('manualCompare.run')}
        placeholder={t('manualCompare.run')}
        value={found && found.run > 0 ? found.run : null}
        options={[...runs].reverse().map((time) => ({ value: time, label: formatTime(time, zone).slice(0, 16) }))}
        onChange={(time: number) => change({ at: time === runs.at(-1) ? null : time })}
      />
      {field && choices.length > 1 && (
        <FittingChoice
          label={t('profile.direction')}
          value={field.name}
          room={barWidth && Math.max(1, barWidth - barTaken)}
          options={choices.map(({ name, label }) => ({ value: name, label }))}
          onChange={(name) => change({ direction: name === choices[0]?.name ? null : name })}
        />
      )}
      <Checkbox checked={sameToe} onChange={(event) => change({ end: event.target.checked ? 'toe' : null })}>
        {t('manualCompare.toe')}
      </Checkbox>
    </>
  );
}
