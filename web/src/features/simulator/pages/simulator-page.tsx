import { DownloadOutlined, SettingOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Dropdown, Segmented, Select } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useFieldName, useMeasurementName } from '@/api/catalog';
import type { ChartHandle } from '@/entities/chart/chart-view';
import { useCan } from '@/entities/permission/permissions';
import { useProject, useZone } from '@/entities/project/use-project';
import { saveText } from '@/ui/download';
import { formatPercent } from '@/ui/format/number';
import { Panel } from '@/ui/panel';
import { PanelEmpty, PanelError, PanelSkeleton } from '@/ui/states';
import { asLevel } from '@/ui/theme/tokens';
import { AdoptDialog } from '../components/adopt-dialog';
import { Batch } from '../components/batch';
import { Counts } from '../components/counts';
import { Episodes } from '../components/episodes';
import { SimulatedHead } from '../components/head';
import { LimitTable } from '../components/limits';
import { SimulatedPlot } from '../components/plot';
import side from '../components/side.module.css';
import { type Span, spans } from '../model/address';
import { defaults, type Row } from '../model/draft';
import { episodeLines } from '../model/episodes';
import { episodesFile } from '../model/texts';
import { useScope } from '../model/use-scope';
import { useSimulator } from '../model/use-simulator';
import styles from './simulator-page.module.css';

/** What other limits would have done to a point: drag a limit, see the alerts, and make the draft a version. */
export default function SimulatorPage() {
  const params = useParams();
  const here = {
    projectId: Number(params.projectId),
    structureId: Number(params.structureId),
    pointId: Number(params.mpId),
  };
  return <Simulator key={here.pointId} {...here} />;
}

function Simulator(here: { projectId: number; structureId: number; pointId: number }) {
  const { t } = useTranslation(['simulator', 'common', 'charts']);
  const queryClient = useQueryClient();
  const s = useSimulator(here);
  const zone = useZone(here.projectId);
  const project = useProject(here.projectId).data;
  const fieldName = useFieldName();
  const measurementName = useMeasurementName();
  const mayEdit = useCan('Update:MeasuringPoint');
  const [show, setShow] = useState({ current: true, draft: true });
  const [at, setAt] = useState(0);
  const [adopting, setAdopting] = useState(false);
  const chart = useRef<ChartHandle>(null);
  const point = s.point.data;
  const scope = useScope(here, point?.measurement ?? '', s);
  const against = s.against?.no;
  const names = useMemo(
    () => ({ current: against ? t('set.version', { no: against }) : t('set.current'), draft: t('set.draft') }),
    [against, t],
  );
  const lines = useMemo(
    () => (s.current && s.outcome ? episodeLines(s.current.list, s.outcome.list) : []),
    [s.current, s.outcome],
  );
  if (s.failure) return <PanelError error={s.failure} onRetry={() => void s.query.refetch()} />;
  if (!point || !s.versions.isSuccess) return <PanelSkeleton rows={10} />;

  const word = (q: { field: string; valueType: string }) =>
    `${fieldName(point.measurement, q.field)}·${t(`common:valueType.${q.valueType as 'observed'}`)}`;
  const quantity = s.quantity ? word(s.quantity) : '';
  const row = s.draft?.[at] ?? s.draft?.[0];
  const baseRow = (s.against?.rows ?? s.base)[at];
  const change = (next: Row) => s.move((s.draft ?? []).map((one, i) => (i === (s.draft?.[at] ? at : 0) ? next : one)));
  const { found, current, outcome, draft } = s;
  const saveEpisodes = () =>
    saveText(
      `${point.name} ${t('title')}.csv`,
      episodesFile(
        lines,
        [
          t('episodes.opened'),
          t('episodes.ended'),
          found?.unit ? t('episodes.peakIn', { unit: found.unit }) : t('episodes.peak'),
          names.current,
          names.draft,
          t('episodes.change'),
        ],
        {
          zone,
          decimals: s.decimals,
          level: (level) => t(`common:level.${asLevel(level)}`),
          change: (one) => t(`episodes.changes.${one}`),
        },
      ),
      'text/csv',
    );
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <Panel fill>
          <SimulatedHead
            name={point.name}
            place={[project?.name, measurementName(point.measurement)].filter(Boolean).join('·')}
            quantity={
              <Select<number>
                aria-label={t('quantity')}
                size="small"
                popupMatchSelectWidth={false}
                value={s.quantities.findIndex((q) => word(q) === quantity)}
                options={s.quantities.map((q, value) => ({ value, label: word(q) }))}
                onChange={(no) => {
                  const q = s.quantities[no];
                  setAt(0);
                  if (q) s.choose(q);
                }}
              />
            }
            found={found}
            from={s.start}
            to={s.end}
            decimals={s.decimals}
            draft={row}
            current={current}
            outcome={outcome}
            names={names}
          />
        </Panel>
        <Panel fill busy={s.query.isFetching} className={styles.plot}>
          <div className={styles.tools}>
            <Segmented<Span>
              value={s.asked.span}
              options={spans.map((value) => ({ value, label: t(`span.${value}`) }))}
              onChange={(span) => s.change({ span })}
            />
            <span className={styles.space} />
            <Checkbox checked={show.current} onChange={(e) => setShow({ ...show, current: e.target.checked })}>
              {names.current}
            </Checkbox>
            <Checkbox checked={show.draft} onChange={(e) => setShow({ ...show, draft: e.target.checked })}>
              {names.draft}
            </Checkbox>
            <Dropdown
              menu={{
                items: [
                  { key: 'csv', label: t('export.episodes'), onClick: saveEpisodes },
                  { key: 'png', label: t('export.picture'), onClick: () => void chart.current?.savePicture() },
                  { key: 'svg', label: t('export.drawing'), onClick: () => void chart.current?.saveDrawing?.() },
                ],
              }}
            >
              <Button icon={<DownloadOutlined aria-hidden />} disabled={!found}>
                {t('common:action.export')}
              </Button>
            </Dropdown>
            <Link
              to={`/projects/${here.projectId}/console/structures/${here.structureId}/items/${point.itemId}/mps/${here.pointId}?tab=thresholds`}
            >
              <Button icon={<SettingOutlined aria-hidden />} tabIndex={-1}>
                {t('settings')}
              </Button>
            </Link>
          </div>
          <div className={styles.chart}>
            {!found || !current || !outcome ? (
              <PanelSkeleton rows={8} />
            ) : found.readings === 0 || !row ? (
              <PanelEmpty title={t('noReadings')} hint={t('noReadingsHint')} />
            ) : (
              <SimulatedPlot
                title={`${point.name} ${t('title')}`}
                quantity={quantity}
                found={found}
                from={s.start}
                to={s.end}
                decimals={s.decimals}
                draft={draft ?? []}
                moved={row}
                base={baseRow}
                current={s.stretches}
                show={show}
                names={names}
                outcomes={[
                  { name: names.current, outcome: current },
                  { name: names.draft, outcome },
                ]}
                mayMove
                onMove={change}
                handle={chart}
              />
            )}
          </div>
          {row && (
            <p className={styles.foot}>
              <span>{t('plot.legend', names)}</span>
              <span>{baseRow && rulesText(t, baseRow, row)}</span>
            </p>
          )}
        </Panel>
        <Panel
          title={t('episodes.title')}
          extra={current && outcome && t('episodes.sum', { current: current.episodes, draft: outcome.episodes, ...{ one: names.current, other: names.draft } })}
          className={styles.list}
          fill
        >
          <Episodes lines={lines} zone={zone} until={s.end} unit={found?.unit ?? ''} decimals={s.decimals} names={names} />
          {(current?.more ?? 0) + (outcome?.more ?? 0) > 0 && <p className={styles.foot}>{t('episodes.more')}</p>}
        </Panel>
        {scope.wide && (
          <Panel title={t('batch.title')} className={styles.list} fill>
            <Batch {...scope.batchProps} disabled={!draft || s.wrong} />
          </Panel>
        )}
      </div>
      <Panel
        title={t('compared')}
        extra={
          <Select<number>
            aria-label={t('against')}
            size="small"
            variant="borderless"
            popupMatchSelectWidth={false}
            value={s.against ? s.asked.against : 0}
            options={[
              { value: 0, label: t('set.current') },
              ...s.earlier.map(({ no, id }) => ({ value: id, label: t('set.version', { no }) })),
            ]}
            onChange={(id) => s.change({ against: id })}
          />
        }
        className={styles.side}
        fill
      >
        <div className={styles.sideBody}>
          {row && (
            <section className={side.part}>
              {(draft?.length ?? 0) > 1 && (
                <Select<number>
                  aria-label={t('row')}
                  size="small"
                  className={styles.row ?? ''}
                  value={at}
                  options={(draft ?? []).map((one, value) => ({ value, label: rowName(t, one) }))}
                  onChange={setAt}
                />
              )}
              <LimitTable
                unit={found?.unit ?? ''}
                decimals={s.decimals}
                against={names.current}
                current={baseRow}
                draft={row}
                mayEdit
                onChange={change}
              />
            </section>
          )}
          {current && outcome && <Counts current={current} draft={outcome} names={names} />}
        </div>
        <div className={side.foot}>
          <Select
            aria-label={t('scope.title')}
            className={styles.scope ?? ''}
            popupMatchSelectWidth={false}
            value={scope.kind}
            options={[
              { value: 'point' as const, label: t('scope.point', { name: point.name }) },
              { value: 'structure' as const, label: t('scope.structure', { count: scope.count }) },
            ]}
            onChange={scope.setKind}
          />
          <Button onClick={s.reset} disabled={!s.changed}>
            {t('common:action.reset')}
          </Button>
          {mayEdit && (
            <Button type="primary" disabled={!s.changed || s.wrong || scope.loading} onClick={() => setAdopting(true)}>
              {scope.wide ? t('adopt.many', { count: scope.changes.length }) : t('adopt.one', { no: s.no })}
            </Button>
          )}
        </div>
      </Panel>
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

type Say = ReturnType<typeof useTranslation<['simulator', 'common', 'charts']>>['t'];

/** How hysteresis and the numbers of readings change. */
function rulesText(t: Say, before: Row, after: Row): string {
  const margin = (row: Row) => formatPercent(row.restoreMargin ?? defaults.restoreMargin, 0);
  const times = (row: Row) => row.confirmTimes || defaults.confirmTimes;
  return t('plot.rules', { a: margin(before), b: margin(after), c: times(before), d: times(after) });
}

const rowName = (t: Say, row: Row) =>
  row.nodeRange ? t('nodes', { from: row.nodeRange[0], to: row.nodeRange[1] }) : t('allNodes');
