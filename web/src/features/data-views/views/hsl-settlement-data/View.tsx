import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartStage, useStage } from '../../components/chart-stage';
import { ExplainSide } from '../../components/explain-side';
import { useLineFile } from '../../components/line-file';
import { LineNotes } from '../../components/line-notes';
import { PagedTable } from '../../components/paged-table';
import { SpanTooLong } from '../../components/table-foot';
import { WithSide } from '../../components/with-side';
import type { LineReading } from '../../model/level-line';
import { resolveRange } from '../../model/range';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useLevelLine } from '../../queries/level-line';
import { type AskedVessel, lineColumns } from './columns';
import { LineContent } from './controls';
import { tableLook } from './model';

const day = 24 * 3_600_000;

/** hsl-settlement-data: the readings of a hydrostatic line, times by vessels. */
export default function LineTableView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const stage = useStage();
  const [pageSize, setPageSize] = useState(20);
  const [asked, setAsked] = useState<AskedVessel | null>(null);
  const { valueType, shown } = tableLook(state);
  const { start, end } = resolveRange(state.range, 0);
  const tooLong = page.spanDays > 0 && end - start > page.spanDays * day;
  const wanted = { point, valueType, base: valueType === 'accumulated' ? state.base : null, range: state.range };
  const { query, line } = useLevelLine({
    ...wanted,
    page: state.page,
    pageSize,
    every: stage.every,
    enabled: !tooLong,
  });
  const save = useLineFile(zone, point, page.title, line);
  const close = () => setAsked(null);
  return (
    <WithSide
      side={asked && <ExplainSide {...asked} node={0} zone={zone} onClose={close} />}
      open={asked !== null}
      onClose={close}
    >
      <ChartStage
        table
        {...{ stage, zone, state, change, query }}
        busy={query.isFetching && !query.isPending}
        onTable={(format) => save(wanted, format)}
        controls={<LineContent {...{ valueType, shown, zone, change }} base={state.base} />}
      >
        {tooLong ? (
          <SpanTooLong days={page.spanDays} change={change} />
        ) : (
          <>
            {line && <LineNotes line={line} />}
            <PagedTable<LineReading>
              timeOf={(row) => row.t}
              label={page.title}
              rows={line?.readings}
              columns={() => (line ? lineColumns({ line, shown, valueType, zone, t, onAsk: setAsked }) : [])}
              empty={line?.skipped ? t('line.allSkipped') : undefined}
              {...{ zone, point, query, state, change, pageSize }}
              onPageSize={setPageSize}
            />
          </>
        )}
      </ChartStage>
    </WithSide>
  );
}
