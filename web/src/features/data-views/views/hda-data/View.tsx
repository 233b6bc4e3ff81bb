import { useTranslation } from 'react-i18next';
import { BaseChoice } from '../../components/base-choice';
import { ReadingTable } from '../../components/reading-table';
import { BaseNote } from '../../components/stage-notes';
import { TypeChoice } from '../../components/type-choice';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useFields } from '../../queries/point';
import { columnsOf, contentOf, contents } from './model';

/** hda-data: the readings of a point with single values. */
export default function ScalarTableView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const fields = useFields(point);
  const content = contentOf(state.mode);
  const changes = content !== 'raw' && fields.some((field) => field.valueTypes.includes('accumulated'));
  const base = changes ? state.base : null;
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
      base={base}
      notes={<BaseNote base={base} zone={zone} onReset={() => change({ base: null })} />}
      controls={
        <>
          <TypeChoice
            value={content}
            options={contents.map((value) => ({
              value,
              label: t(value === 'raw' ? 'table.rawOnly' : `table.${value}`),
            }))}
            onChange={(mode) => change({ mode: mode === 'results' ? null : mode, page: 1 })}
          />
          {changes && (
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
