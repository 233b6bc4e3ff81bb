import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ReportPoints } from '../../components/report-points';
import { ReportStage } from '../../components/report-stage';
import { chosenPoints } from '../../model/report';
import { allPoints } from '../../model/tree';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useFields } from '../../queries/point';
import { useTree } from '../../queries/project';
import { reportedFields, siblings } from './model';

/** hda-report: the report rows of all points of the same item and measurement. */
export default function ItemReportView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const tree = useTree(point.projectId).data;
  const fields = reportedFields(useFields(point));
  const points = useMemo(() => siblings([...allPoints(tree ?? [])], point), [tree, point]);
  const chosen = chosenPoints(points, state.points);
  return (
    <ReportStage
      page={page}
      zone={zone}
      point={point}
      points={points}
      state={state}
      change={change}
      ask={{ measuringPointIds: chosen, fields: state.fields, step: 0 }}
      controls={
        <>
          <ReportPoints {...{ points, state, change }} />
          {fields.length > 1 && (
            <Select
              mode="multiple"
              allowClear
              style={{ minWidth: 150 }}
              maxTagCount="responsive"
              aria-label={t('report.fields')}
              placeholder={t('report.usual')}
              value={state.fields}
              options={fields.map((one) => ({ value: one.name, label: one.label }))}
              onChange={(list: string[]) => change({ fields: list })}
            />
          )}
        </>
      }
    />
  );
}
