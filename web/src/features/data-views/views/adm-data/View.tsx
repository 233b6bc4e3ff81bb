import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ReadingTable } from '../../components/reading-table';
import { TypeChoice } from '../../components/type-choice';
import { groupByNode } from '../../model/reading-page';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useFields } from '../../queries/point';
import { contentOf, fieldsShown } from './model';

/** adm-data: the readings of an array, one group of columns a node. */
export default function ArrayTableView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const fields = useFields(point);
  const type = contentOf(state);
  const chosen = fieldsShown(point, fields, state);
  const valueTypes = useMemo(() => [type] as const, [type]);
  return (
    <ReadingTable
      page={page}
      zone={zone}
      point={point}
      state={state}
      change={change}
      valueTypes={valueTypes}
      fields={chosen}
      nodes={state.nodes}
      group={(column) => groupByNode(column, (no) => t('node', { no }))}
      controls={
        <>
          <TypeChoice
            value={type}
            options={[
              { value: 'accumulated', label: t('table.displacement') },
              { value: 'observed', label: t('table.shape') },
            ]}
            onChange={(value) => change({ type: value === 'accumulated' ? null : value, page: 1 })}
          />
          <Select
            mode="multiple"
            maxTagCount="responsive"
            style={{ minWidth: 260 }}
            aria-label={t('table.columns')}
            value={chosen}
            options={fields.map((f) => ({ value: f.name, label: f.unit ? `${f.label} ${f.unit}` : f.label }))}
            onChange={(list: string[]) => change({ fields: list })}
          />
        </>
      }
    />
  );
}
