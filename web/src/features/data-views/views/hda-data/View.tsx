import { useTranslation } from 'react-i18next';
import { ReadingTable } from '../../components/reading-table';
import { TypeChoice } from '../../components/type-choice';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { columnsOf, contentOf, contents } from './model';

/** hda-data: the readings of a point with single values. */
export default function ScalarTableView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const content = contentOf(state.mode);
  return (
    <ReadingTable
      page={page}
      zone={zone}
      point={point}
      state={state}
      change={change}
      valueTypes={columnsOf(content)}
      fields={state.fields}
      nodes={[]}
      controls={
        <TypeChoice
          value={content}
          options={contents.map((value) => ({ value, label: t(value === 'raw' ? 'table.rawOnly' : `table.${value}`) }))}
          onChange={(mode) => change({ mode: mode === 'results' ? null : mode, page: 1 })}
        />
      }
    />
  );
}
