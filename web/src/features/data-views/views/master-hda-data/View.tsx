import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartWords } from '@/entities/chart/use-chart-context';
import { durationParts } from '@/ui/format/time';
import { ChartStage, useStage } from '../../components/chart-stage';
import { ExplainSide } from '../../components/explain-side';
import { useMasterFile } from '../../components/master-file';
import { PagedTable } from '../../components/paged-table';
import { SlavesNote } from '../../components/slaves-note';
import { BaseNote, StageNote } from '../../components/stage-notes';
import { isTooLong, SpanTooLong, tableDays } from '../../components/table-foot';
import { WithSide } from '../../components/with-side';
import type { MasterRow } from '../../model/master';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useMasterPage } from '../../queries/master';
import { useFields } from '../../queries/point';
import { type AskedMember, masterColumns } from './columns';
import { MasterContent } from './controls';
import { tableLook } from './model';

/** master-hda-data: the readings of a composite point, with a column for each sub-point. */
export default function MasterTableView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const stage = useStage();
  const fields = useFields(point);
  const flagWord = useChartWords(zone).flag;
  const [pageSize, setPageSize] = useState(20);
  const [asked, setAsked] = useState<AskedMember | null>(null);
  const look = tableLook(state, point, fields);
  const wanted = { point, ...look, includeAbnormal: true, range: state.range };
  const { query, table } = useMasterPage({ ...wanted, page: state.page, pageSize, every: stage.every });
  const save = useMasterFile(point, zone, page.title);
  const close = () => setAsked(null);
  const apart = durationParts(table?.tolerance ?? 0);
  return (
    <WithSide
      side={asked && <ExplainSide {...asked} node={asked.node} zone={zone} onClose={close} />}
      open={asked !== null}
      onClose={close}
    >
      <ChartStage
        table
        {...{ stage, zone, state, change, query }}
        busy={query.isFetching && !query.isPending}
        onTable={(format) => save(wanted, format)}
        controls={<MasterContent {...{ look, fields, zone, change }} />}
      >
        {isTooLong(query.error) ? (
          <SpanTooLong days={tableDays(page, point)} change={change} />
        ) : (
          <>
            <BaseNote base={look.base} zone={zone} onReset={() => change({ base: null })} />
            {table && <SlavesNote slaves={table.slaves} point={point} />}
            {table && table.slaves.length > 0 && (
              <StageNote>
                {t('master.joined', { minutes: apart.days * 1440 + apart.hours * 60 + apart.minutes })}
              </StageNote>
            )}
            <PagedTable<MasterRow>
              timeOf={(row) => row.t}
              label={page.title}
              rows={table?.rows}
              columns={() =>
                table ? masterColumns({ table, point, ...look, zone, t, flagWord, onAsk: setAsked }) : []
              }
              {...{ zone, point, query, state, change, pageSize }}
              onPageSize={setPageSize}
            />
          </>
        )}
      </ChartStage>
    </WithSide>
  );
}
