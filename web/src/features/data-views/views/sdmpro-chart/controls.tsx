import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { FittingChoice } from '../../components/fitting-choice';
import { nodeName } from '../../model/node-name';
import type { ViewState } from '../../model/view-state';
import type { ComparedResults } from './use-results';

/** Width in pixels of the range, the node, the tools and the bar's padding. */
const barTaken = 640;

interface Props {
  results: ComparedResults;
  barWidth: number;
  change: (change: Partial<ViewState>) => void;
}

/** The node and the direction that are compared. */
export function ResultChoices({ results: { latest, node, choices, compared }, barWidth, change }: Props) {
  const { t } = useTranslation('data-views');
  return (
    <>
      <Select
        style={{ minWidth: 96 }}
        aria-label={t('nodes.label')}
        value={node}
        options={latest.map((one) => ({ value: one.no, label: nodeName(one, t) }))}
        onChange={(no: number) => change({ nodes: [no], window: null })}
      />
      {compared && choices.length > 1 && (
        <FittingChoice
          label={t('profile.direction')}
          value={compared.field.name}
          room={barWidth && Math.max(1, barWidth - barTaken)}
          options={choices.map(({ field }) => ({ value: field.name, label: field.label }))}
          onChange={(value) => change({ direction: value === choices[0]?.field.name ? null : value })}
        />
      )}
    </>
  );
}
