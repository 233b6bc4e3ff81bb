import { Input } from 'antd';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useMeasurementName } from '@/api/catalog';
import type { OverviewPoint } from '@/api/types';
import { LevelIcon } from '@/entities/alert/level-icon';
import { pointMark } from '@/entities/alert/mark';
import { ShareBar } from '@/entities/alert/share-bar';
import { AgeText } from '@/entities/live/age-text';
import { pointPath } from '@/entities/monitor/point-path';
import { reasonNote, useHeldNote } from '@/entities/monitor/use-judgement-note';
import { byWorst, isStale } from '@/entities/monitor/worst';
import { Can } from '@/entities/permission/can';
import { ChangedFlash } from '@/ui/changed-flash';
import { useNow } from '@/ui/format/use-now';
import { NextLink } from '@/ui/next-link';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { edgesOf, useRowsInView } from '@/ui/use-rows-in-view';
import { useSteadyOrder } from '@/ui/use-steady-order';
import { Value } from '@/ui/value';
import styles from './point-list.module.css';

interface Props {
  projectId: number;
  zone: string;
  query: { data: readonly OverviewPoint[] | undefined; error: unknown; isPending: boolean; refetch: () => unknown };
  /** The page for adding the first point. */
  addPath?: string;
}

/** Row heights of the style sheet: plain, and with a note about the level. */
const rowHeight = 48;
const heldHeight = 68;

interface RowsProps {
  projectId: number;
  zone: string;
  points: readonly OverviewPoint[];
  /** The search text of the points. */
  wanted: string;
}

const steady = {
  idOf: (point: OverviewPoint) => point.measuringPointId,
  rankOf: (point: OverviewPoint) => point.level ?? -1,
};

function Rows({ projectId, zone, points, wanted }: RowsProps) {
  const measurementName = useMeasurementName();
  const heldNote = useHeldNote();
  const now = useNow();
  const list = useRef<HTMLUListElement>(null);
  const rows = useSteadyOrder(list, points, { ...steady, question: wanted });
  const edges = useMemo(() => edgesOf(rows.map(({ held }) => (held ? heldHeight : rowHeight))), [rows]);
  const [from, to] = useRowsInView(list, edges);
  return (
    <ul ref={list} className={styles.list}>
      {from > 0 && <li aria-hidden="true" style={{ height: edges[from] }} />}
      {rows.slice(from, to).map((point, place) => {
        const level = pointMark(point.level, point.time);
        const signed = point.valueType === 'accumulated' || point.valueType === 'rate';
        const held = heldNote(point.held);
        return (
          <li key={point.measuringPointId} aria-setsize={points.length} aria-posinset={from + place + 1}>
            <Link
              className={styles.row}
              data-held={held !== ''}
              to={pointPath(projectId, point.structureId, point.measuringPointId)}
            >
              <LevelIcon level={level} size={18} stale={isStale(point, now)} />
              <PointNames name={point.name} what={measurementName(point.measurement)} note={reasonNote(point)} />
              <span className={styles.value}>
                <ChangedFlash value={`${point.time} ${point.value}`}>
                  <Value value={point.value} unit={point.unit} decimals={point.decimals} signed={signed} />
                </ChangedFlash>
                {point.share !== null && <ShareBar share={point.share} level={level} />}
              </span>
              <span className={styles.age}>
                <AgeText
                  time={point.time || undefined}
                  interval={point.interval > 0 ? point.interval / 1000 : undefined}
                  zone={zone}
                />
              </span>
              {held && (
                <span className={styles.held} title={held}>
                  {held}
                </span>
              )}
            </Link>
          </li>
        );
      })}
      {to < points.length && <li aria-hidden="true" style={{ height: (edges.at(-1) ?? 0) - (edges[to] ?? 0) }} />}
    </ul>
  );
}

/** Name and measurement; with a note, which takes the second line, the measurement follows the name. */
function PointNames({ name, what, note }: { name: string; what: string; note: string }) {
  return (
    <span className={styles.names}>
      <span className={styles.line}>
        <span className={styles.name}>{name}</span>
        {note && <span className={styles.what}> {what}</span>}
      </span>
      <span className={styles.what} title={note || what}>
        {note || what}
      </span>
    </span>
  );
}

/** The points of a structure with their live values, the worst first. A click opens the chart of a point. */
export function PointList({ projectId, zone, query, addPath }: Props) {
  const { t } = useTranslation(['project', 'common']);
  const [search, setSearch] = useSearchParams();
  const wanted = (search.get('point') ?? '').toLowerCase();
  const { data } = query;
  const shown = useMemo(
    () => data?.filter((point) => point.name.toLowerCase().includes(wanted)).sort(byWorst) ?? [],
    [data, wanted],
  );

  function filter(text: string) {
    setSearch(
      (old) => {
        if (text) old.set('point', text);
        else old.delete('point');
        return old;
      },
      { replace: true },
    );
  }

  return (
    <Panel
      title={t('points.title')}
      className={styles.panel}
      extra={
        <Input.Search
          allowClear
          defaultValue={search.get('point') ?? ''}
          placeholder={t('points.search')}
          aria-label={t('points.search')}
          onSearch={filter}
          className={styles.search ?? ''}
        />
      }
    >
      <QueryPanel
        query={query}
        rows={8}
        failure={t('points.failed')}
        isEmpty={(points) => points.length === 0}
        empty={
          <PanelEmpty
            title={t('points.none')}
            hint={t('points.noneHint')}
            action={
              addPath && (
                <Can any={['Create:MeasuringPoint']}>
                  <NextLink to={addPath}>{t('common:action.firstPoint')}</NextLink>
                </Can>
              )
            }
          />
        }
      >
        {() =>
          shown.length > 0 ? (
            <Rows projectId={projectId} zone={zone} points={shown} wanted={wanted} />
          ) : (
            <PanelEmpty title={t('points.noMatch', { name: search.get('point') })} />
          )
        }
      </QueryPanel>
    </Panel>
  );
}
