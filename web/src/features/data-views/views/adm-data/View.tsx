import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AccumulationChoice } from '../../components/accumulation-choice';
import { BaseChoice } from '../../components/base-choice';
import { NodesChoice } from '../../components/nodes-choice';
import { ReadingTable } from '../../components/reading-table';
import { BaseNote } from '../../components/stage-notes';
import { TypeChoice } from '../../components/type-choice';
import { hasSegments } from '../../model/accumulation';
import { fieldOptions } from '../../model/field-options';
import { groupByNode } from '../../model/reading-page';
import { useTypeWord } from '../../model/type-word';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useFields } from '../../queries/point';
import { useNewestObserved } from '../../queries/readings';
import { contentOf, fieldsShown, isHole } from './model';

/** adm-data: the readings of an array, one group of columns a node. */
export default function ArrayTableView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const fields = useFields(point);
  const type = contentOf(state);
  const base = type === 'accumulated' ? state.base : null;
  const newest = useNewestObserved(point).data;
  const nodes = newest?.nodes ?? [];
  const chosen = fieldsShown(point, fields, state);
  // Until the nodes are known, an address that asks for parts is believed.
  const divisible = newest ? hasSegments(nodes, chosen) : state.segment;
  const typeWord = useTypeWord();
  const hole = isHole(fields);
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
      base={base}
      segment={divisible && state.segment}
      notes={<BaseNote base={base} zone={zone} onReset={() => change({ base: null })} />}
      group={(column) => groupByNode(column, t)}
      controls={
        <>
          <TypeChoice
            value={type}
            options={[
              { value: 'accumulated', label: hole ? t('table.displacement') : typeWord('accumulated') },
              { value: 'observed', label: hole ? t('table.shape') : typeWord('observed') },
            ]}
            onChange={(value) => change({ type: value === 'accumulated' ? null : value, page: 1 })}
          />
          <NodesChoice
            ranked={false}
            nodes={nodes}
            value={state.nodes}
            onChange={(list) => change({ nodes: list, page: 1 })}
          />
          <Select
            mode="multiple"
            maxTagCount="responsive"
            style={{ minWidth: 260 }}
            aria-label={t('table.columns')}
            value={chosen}
            options={fieldOptions(fields)}
            onChange={(list: string[]) => change({ fields: list })}
          />
          {divisible && (
            <AccumulationChoice segment={state.segment} onChange={(segment) => change({ segment, page: 1 })} />
          )}
          {type === 'accumulated' && (
            <BaseChoice
              inline
              zone={zone}
              base={base}
              reading={null}
              onChange={(at) => change({ base: at, page: 1 })}
            />
          )}
        </>
      }
    />
  );
}
