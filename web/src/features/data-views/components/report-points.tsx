import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { mostReported } from '../model/report';
import type { PointState } from '../model/types';
import type { ViewState } from '../model/view-state';

interface Props {
  /** The points that the report may list. */
  points: readonly Pick<PointState, 'id' | 'name'>[];
  state: Pick<ViewState, 'points'>;
  change: (change: Partial<ViewState>) => void;
}

/** The points of a report; none chosen: all. */
export function ReportPoints({ points, state, change }: Props) {
  const { t } = useTranslation('data-views');
  return (
    <Select
      mode="multiple"
      allowClear
      style={{ minWidth: 150 }}
      maxCount={mostReported}
      maxTagCount={0}
      maxTagPlaceholder={(list) => t('report.chosenPoints', { count: list.length })}
      aria-label={t('report.points')}
      placeholder={t('report.allPoints', { count: points.length })}
      optionFilterProp="label"
      value={state.points}
      options={points.map((one) => ({ value: one.id, label: one.name }))}
      onChange={(list: number[]) => change({ points: list })}
    />
  );
}
