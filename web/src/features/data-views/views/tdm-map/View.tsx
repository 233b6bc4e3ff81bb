import { EnvironmentOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartContext } from '@/entities/chart/use-chart-context';
import type { MapHandle } from '@/entities/map/track-map';
import { ChartStage, StageBody, useStage } from '../../components/chart-stage';
import { RangeEmpty } from '../../components/range-empty';
import { ShownChoice } from '../../components/shown-choice';
import { NoInitialNote } from '../../components/stage-notes';
import { useWide, WithSide } from '../../components/with-side';
import type { TableFormat } from '../../model/table';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useSaveTable } from '../../queries/save-table';
import { ReplayBar } from './bar';
import { TrackChart } from './chart';
import { WayMap } from './map';
import { type Fix, paceOf, speedOf } from './model';
import { TrackNotes } from './notes';
import { useReplay } from './replay';
import { trackTable } from './rows';
import { TrackSide } from './side';
import { useTrack } from './use-track';
import styles from './view.module.css';

const none: readonly Fix[] = [];

/** tdm-map: the way of a tracker on the map, played back, with the distance and speed over time. */
export default function TrackView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation(['track', 'data-views']);
  const saveTable = useSaveTable(point, zone);
  const [state, change] = useViewState(point.id, initial);
  const context = useChartContext(zone);
  const stage = useStage();
  const map = useRef<MapHandle>(null);
  const wide = useWide();
  const [asked, setAsked] = useState(false);
  const data = useTrack(page.slug, point, state, stage.every);
  const { query, track, wanted } = data;
  const fixes = track?.fixes ?? none;
  const { interval } = point;
  const pace = useMemo(() => paceOf(fixes, interval, speedOf(state.mode)), [fixes, interval, state.mode]);
  const replay = useReplay(fixes, state.at, pace, (at) => change({ at }));
  const onTable = (format: TableFormat) =>
    saveTable({ title: page.title, table: trackTable(fixes, t, zone), range: state.range, format });
  const empty = { point, zone, valueType: 'observed', range: state.range, title: t('unavailable'), change } as const;
  const side = fixes.length > 0 && <TrackSide {...{ data, replay, zone }} onTime={(at) => change({ at })} />;
  return (
    <WithSide side={side} open={asked} onClose={() => setAsked(false)} className={styles.page}>
      <ChartStage
        {...{ stage, zone, state, change, query, onTable }}
        busy={query.isFetching && !query.isPending}
        drawing={false}
        className={styles.chart}
        end={
          <>
            <ShownChoice
              {...{ hidden: state.hidden, configs: data.configs, change, without: ['abnormal'] }}
              tight={stage.barWidth > 0 && stage.barWidth < 700}
            />
            {!wide && side && (
              <Button icon={<EnvironmentOutlined aria-hidden />} onClick={() => setAsked(true)}>
                {t('details')}
              </Button>
            )}
          </>
        }
      >
        <NoInitialNote point={point} />
        <TrackNotes data={data} zone={zone} />
        <StageBody
          error={track ? null : query.error}
          onRetry={query.refetch}
          loading={wanted.length > 0 && !track}
          rows={8}
          empty={fixes.length === 0 ? <RangeEmpty {...empty} /> : null}
        >
          {() => (
            <>
              {!state.table && (
                <div className={styles.map}>
                  <WayMap {...{ data, fixes, replay, point }} handle={map} />
                </div>
              )}
              <ReplayBar {...{ replay, fixes, interval, mode: state.mode, zone, change }} />
              <div className={state.table ? styles.table : styles.curves}>
                <TrackChart {...{ data, page, point, state, change, context, map }} handle={stage.chart} />
              </div>
            </>
          )}
        </StageBody>
      </ChartStage>
    </WithSide>
  );
}
