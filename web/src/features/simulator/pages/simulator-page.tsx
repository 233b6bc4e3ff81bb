import { useQueryClient } from '@tanstack/react-query';
import { Select } from 'antd';
import { lazy, type RefObject, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFieldName, useMeasurementName } from '@/api/catalog';
import type { ChartHandle } from '@/entities/chart/chart-view';
import { useProject, useZone } from '@/entities/project/use-project';
import { Panel } from '@/ui/panel';
import { PanelEmpty, PanelError, PanelSkeleton } from '@/ui/states';
import { AdoptDialog } from '../components/adopt-dialog';
import { Batch } from '../components/batch';
import { Episodes } from '../components/episodes';
import { SimulatedHead } from '../components/head';
import { Side } from '../components/side';
import { type Shown, Toolbar } from '../components/toolbar';
import { defaults, type Quantity, type Row } from '../model/draft';
import { episodeLines } from '../model/episodes';
import { useScope } from '../model/use-scope';
import { type Simulator, useSimulator } from '../model/use-simulator';
import type { Here } from '../queries';
import styles from './simulator-page.module.css';

// The chart is large: figures and limits need not wait for it.
const SimulatedPlot = lazy(() => import('../components/plot'));

/** What other limits would have done to a point: drag a limit, see the alerts, and make the draft a version. */
export default function SimulatorPage() {
  const params = useParams();
  const here = {
    projectId: Number(params.projectId),
    structureId: Number(params.structureId),
    pointId: Number(params.mpId),
  };
  return <Loaded key={here.pointId} {...here} />;
}

function Loaded(here: Here) {
  const s = useSimulator(here);
  if (s.failure) return <PanelError error={s.failure} onRetry={() => void s.query.refetch()} />;
  const point = s.point.data;
  if (!point || !s.versions.isSuccess) return <PanelSkeleton rows={10} />;
  return <Page here={here} s={s} point={point} />;
}

type Point = NonNullable<Simulator['point']['data']>;

function Page({ here, s, point }: { here: Here; s: Simulator; point: Point }) {
  const { t } = useTranslation('simulator');
  const queryClient = useQueryClient();
  const zone = useZone(here.projectId);
  const [show, setShow] = useState<Shown>({ current: true, draft: true });
  const [chosen, setChosen] = useState(0);
  const [adopting, setAdopting] = useState(false);
  const chart = useRef<ChartHandle>(null);
  const scope = useScope(here, point.measurement, s);
  const against = s.against?.no;
  const names = useMemo(
    () => ({ current: against ? t('set.version', { no: against }) : t('set.current'), draft: t('set.draft') }),
    [against, t],
  );
  const { current, outcome, found } = s;
  const lines = useMemo(() => (current && outcome ? episodeLines(current.list, outcome.list) : []), [current, outcome]);
  const at = s.pairs[chosen] ? chosen : 0;
  const { draft: row, before } = s.pairs[at] ?? {};
  const change = (next: Row) => s.move((s.draft ?? []).map((one) => (one === row ? next : one)));
  const shown = { names, unit: found?.unit ?? '', decimals: s.decimals, zone };
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <Panel fill>
          <Head here={here} s={s} point={point} row={row} names={names} onChoose={() => setChosen(0)} />
        </Panel>
        <Panel fill busy={s.query.isFetching}>
          <Toolbar
            {...shown}
            here={here}
            point={point}
            s={s}
            lines={lines}
            show={show}
            onShow={setShow}
            chart={chart}
          />
          <div className={styles.chart}>
            <Chart
              s={s}
              row={row}
              before={before}
              show={show}
              names={names}
              name={point.name}
              handle={chart}
              onMove={change}
            />
          </div>
          {row && <Foot names={names} before={before} after={row} nodes={(found?.worst?.node ?? 0) > 0} />}
        </Panel>
        <Panel
          title={t('episodes.title')}
          extra={
            current &&
            outcome &&
            t('episodes.sum', {
              ...{ one: names.current, other: names.draft, current: current.episodes, draft: outcome.episodes },
            })
          }
          fill
        >
          <Episodes {...shown} lines={lines} until={s.end} />
          {(current?.more ?? 0) + (outcome?.more ?? 0) > 0 && <p className={styles.foot}>{t('episodes.more')}</p>}
        </Panel>
        {scope.wide && (
          <Panel title={t('batch.title')} fill>
            <Batch {...scope.batchProps} zone={zone} disabled={!s.draft || s.wrong} />
          </Panel>
        )}
      </div>
      <Side
        {...shown}
        s={s}
        scope={scope}
        pointName={point.name}
        at={at}
        onRow={setChosen}
        onChange={change}
        onAdopt={() => setAdopting(true)}
      />
      {adopting && (
        <AdoptDialog
          here={here}
          zone={zone}
          changes={scope.changes}
          onClose={() => setAdopting(false)}
          onSaved={() => {
            setAdopting(false);
            s.reset();
            void queryClient.invalidateQueries({ queryKey: ['simulation'] });
          }}
        />
      )}
    </div>
  );
}

interface HeadProps {
  here: Here;
  s: Simulator;
  point: Point;
  row: Row | undefined;
  names: { current: string; draft: string };
  onChoose: () => void;
}

/** The name of a quantity: its field and the value type. */
function useQuantityName(measurement: string) {
  const { t } = useTranslation('common');
  const fieldName = useFieldName();
  return (q: Quantity) => `${fieldName(measurement, q.field)}·${t(`valueType.${q.valueType}`)}`;
}

function Head({ here, s, point, row, names, onChoose }: HeadProps) {
  const { t } = useTranslation('simulator');
  const project = useProject(here.projectId).data;
  const measurementName = useMeasurementName();
  const word = useQuantityName(point.measurement);
  const judged = s.quantity ? word(s.quantity) : '';
  return (
    <SimulatedHead
      name={point.name}
      place={[project?.name, measurementName(point.measurement)].filter(Boolean).join('·')}
      quantity={
        <Select<string>
          aria-label={t('quantity')}
          size="small"
          popupMatchSelectWidth={false}
          value={judged}
          options={s.quantities.map((q) => ({ value: word(q), label: word(q) }))}
          onChange={(name) => {
            const q = s.quantities.find((one) => word(one) === name);
            onChoose();
            if (q) s.choose(q);
          }}
        />
      }
      found={s.found}
      decimals={s.decimals}
      draft={row}
      current={s.current}
      outcome={s.outcome}
      names={names}
    />
  );
}

interface ChartProps {
  s: Simulator;
  row: Row | undefined;
  before: Row | undefined;
  show: Shown;
  names: { current: string; draft: string };
  name: string;
  handle: RefObject<ChartHandle | null>;
  onMove: (row: Row) => void;
}

function Chart({ s, row, before, show, names, name, handle, onMove }: ChartProps) {
  const { t } = useTranslation('simulator');
  const word = useQuantityName(s.point.data?.measurement ?? '');
  const { found, current, outcome } = s;
  if (!found || !current || !outcome) return <PanelSkeleton rows={8} />;
  if (found.readings === 0 || !s.draft) return <PanelEmpty title={t('noReadings')} hint={t('noReadingsHint')} />;
  return (
    <Suspense fallback={<PanelSkeleton rows={8} />}>
      <SimulatedPlot
        title={`${name} ${t('title')}`}
        quantity={s.quantity ? word(s.quantity) : ''}
        found={found}
        from={s.start}
        to={s.end}
        decimals={s.decimals}
        draft={s.draft}
        moved={row}
        base={before}
        current={s.stretches}
        show={show}
        names={names}
        outcomes={[
          { name: names.current, outcome: current },
          { name: names.draft, outcome },
        ]}
        onMove={onMove}
        handle={handle}
      />
    </Suspense>
  );
}

/** What the lines are, and how hysteresis and the numbers of readings change. */
function Foot({
  names,
  before,
  after,
  nodes,
}: {
  names: { current: string; draft: string };
  before: Row | undefined;
  after: Row;
  nodes: boolean;
}) {
  const { t } = useTranslation('simulator');
  const margin = (row: Row) => `${Number(((row.restoreMargin ?? defaults.restoreMargin) * 100).toFixed(2))}%`;
  const times = (row: Row) => row.confirmTimes || defaults.confirmTimes;
  return (
    <p className={styles.foot}>
      <span>
        {t('plot.legend', names)}
        {nodes && t('plot.nodes')}
      </span>
      {before && (
        <span>{t('plot.rules', { a: margin(before), b: margin(after), c: times(before), d: times(after) })}</span>
      )}
    </p>
  );
}
