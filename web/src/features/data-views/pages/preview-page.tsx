import { AppstoreOutlined, TableOutlined } from '@ant-design/icons';
import { Segmented, type TableColumnType } from 'antd';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { useMeasurementName } from '@/api/catalog';
import { LevelIcon } from '@/entities/alert/level-icon';
import { LevelTag } from '@/entities/alert/level-tag';
import { pointMark } from '@/entities/alert/mark';
import { ShareBar } from '@/entities/alert/share-bar';
import { AgeText } from '@/entities/live/age-text';
import { PointSpark } from '@/entities/monitor/point-spark';
import { Can } from '@/entities/permission/can';
import { formatChange, formatNumber, unitBehind, withUnit } from '@/ui/format/number';
import { NextLink } from '@/ui/next-link';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { numberColumn, UnitHead } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/data-table';
import { useAddress } from '@/ui/table/use-address';
import { useSeen } from '@/ui/use-seen';
import { LatestGroups } from '../components/latest-groups';
import { PointTree } from '../components/point-tree';
import { mainUnit } from '../model/main-value';
import { pathOf } from '../model/registry';
import { allPoints, branchKey, findBranch, pointKey, worstFirst } from '../model/tree';
import type { PointState } from '../model/types';
import { useProjectLive } from '../queries/live';
import { useProjectZone, useTree } from '../queries/project';
import styles from './preview-page.module.css';

/** monitor-new/home: every point of the chosen branch with its last values, the worst first. */
export default function PreviewPage() {
  const { t } = useTranslation(['data-views', 'common']);
  const projectId = Number(useParams().projectId);
  const zone = useProjectZone(projectId);
  const tree = useTree(projectId);
  const measurementName = useMeasurementName();
  const navigate = useNavigate();
  const { search, put } = useAddress();
  const branch = search.get('branch');
  const chosenId = Number(search.get('point') ?? 0);
  const layout = search.get('layout') === 'table' ? 'table' : 'cards';
  useProjectLive(projectId);
  const found = branch ? findBranch(tree.data ?? [], branch) : null;
  const points = useMemo(() => worstFirst([...allPoints(found ? [found] : (tree.data ?? []))]), [found, tree.data]);
  const chosen = points.find((p) => p.id === chosenId) ?? null;
  const open = (point: PointState) => navigate(pathOf(projectId, point));

  return (
    <div className={styles.page} data-latest={chosen ? 'shown' : 'none'}>
      <Panel
        fill
        className={styles.tree}
        title={t('common:entity.point')}
        extra={[...allPoints(tree.data ?? [])].length}
      >
        <QueryPanel query={tree} rows={8} isEmpty={(list) => list.length === 0}>
          {(branches) => (
            <PointTree
              branches={branches}
              selected={chosen ? pointKey(chosen.id) : branch}
              onPoint={open}
              onBranch={(one) => put({ branch: branchKey(one) === branch ? null : branchKey(one) })}
              measurementName={measurementName}
            />
          )}
        </QueryPanel>
      </Panel>
      <Panel fill busy={tree.isFetching && !tree.isPending}>
        <div className={styles.column}>
          <div className={styles.tools}>
            <h1>
              {found?.name ?? t('preview.all')}{' '}
              <span className={styles.quiet}>{t('preview.count', { count: points.length })}</span>
            </h1>
            <Segmented
              value={layout}
              aria-label={t('preview.layout')}
              options={[
                { value: 'cards', icon: <AppstoreOutlined aria-hidden />, label: t('preview.cards') },
                { value: 'table', icon: <TableOutlined aria-hidden />, label: t('preview.table') },
              ]}
              onChange={(value) => put({ layout: value === 'cards' ? null : String(value) })}
            />
          </div>
          <div className={styles.scroll}>
            <QueryPanel
              query={tree}
              rows={8}
              isEmpty={() => points.length === 0}
              empty={
                <PanelEmpty
                  title={t('preview.none')}
                  hint={t('preview.noneHint')}
                  action={
                    <Can any={['Create:MeasuringPoint']}>
                      <NextLink to={`/setup?project=${projectId}`}>{t('preview.setUp')}</NextLink>
                    </Can>
                  }
                />
              }
            >
              {() => (
                <Points
                  layout={layout}
                  points={points}
                  zone={zone}
                  projectId={projectId}
                  chosenId={chosenId}
                  measurementName={measurementName}
                  onChoose={(id) => put({ point: id === null ? null : String(id) })}
                />
              )}
            </QueryPanel>
          </div>
        </div>
      </Panel>
      {chosen && (
        <Panel
          title={t('preview.latest', { point: chosen.name })}
          extra={<Link to={pathOf(projectId, chosen)}>{t('preview.open')}</Link>}
        >
          <LatestGroups point={chosen} zone={zone} />
        </Panel>
      )}
    </div>
  );
}

interface PointsProps {
  layout: 'cards' | 'table';
  points: PointState[];
  zone: string;
  projectId: number;
  chosenId: number;
  measurementName: (code: string) => string;
  onChoose: (id: number | null) => void;
}

const mostCards = 400;

function Points({ layout, points, zone, projectId, chosenId, measurementName, onChoose }: PointsProps) {
  const { t } = useTranslation(['data-views', 'common']);
  return layout === 'cards' ? (
    <div className={styles.cards}>
      {points.slice(0, mostCards).map((point) => (
        <PointCard
          key={point.id}
          point={point}
          zone={zone}
          measurement={measurementName(point.measurement)}
          chosen={point.id === chosenId}
          onChoose={() => onChoose(point.id === chosenId ? null : point.id)}
        />
      ))}
    </div>
  ) : (
    <DataTable<PointState>
      label={t('preview.all')}
      rowKey={(point) => point.id}
      dataSource={points}
      selectedKey={chosenId}
      onOpen={(point) => onChoose(point.id)}
      columns={tableColumns(t, zone, measurementName, projectId)}
      height={640}
    />
  );
}

const sparkDays = 30;

/** The key of a card's sparkline. */
const sparkOf = (point: PointState) => ({
  ...{ measuringPointId: point.id, field: point.field?.name ?? '', node: point.node?.no ?? 0 },
  ...{ valueType: point.main, time: point.time ?? 0 },
});

interface CardProps {
  point: PointState;
  zone: string;
  measurement: string;
  chosen: boolean;
  onChoose: () => void;
}

function PointCard({ point, zone, measurement, chosen, onChoose }: CardProps) {
  const { t } = useTranslation(['data-views', 'common']);
  const unit = point.field?.unit ?? '';
  const spark = useRef<HTMLSpanElement>(null);
  const seen = useSeen(spark);
  return (
    <button type="button" className={styles.card} aria-pressed={chosen} onClick={onChoose}>
      <span className={styles.cardHead}>
        <LevelIcon level={pointMark(point.level, point.time)} size={18} />
        <span className={styles.cardName} title={point.name}>
          {point.name}
        </span>
        <AgeText time={point.time} interval={point.interval || undefined} zone={zone} />
      </span>
      <span className={styles.quiet}>
        {measurement}·{t(`common:valueType.${point.main}`)}
      </span>
      <span className={styles.cardMiddle}>
        <span className={styles.cardValue}>
          {formatNumber(point[point.main], point.field?.decimals)}
          <span className={styles.unit}>{unitBehind(mainUnit(point))}</span>
        </span>
        <span ref={spark} className={styles.cardSpark}>
          {seen && point.field && (
            <PointSpark
              point={sparkOf(point)}
              level={pointMark(point.level, point.time)}
              days={sparkDays}
              width={96}
              height={28}
            />
          )}
        </span>
      </span>
      <span className={styles.cardLine}>
        {point.rate !== null && (
          <>
            {t('common:valueType.rate')}{' '}
            {withUnit(formatChange(point.rate, point.field?.decimals), unit && `${unit}/d`)}
          </>
        )}
      </span>
      {point.share !== null && (
        <span className={styles.cardShare}>
          <ShareBar share={point.share} level={pointMark(point.level, point.time)} />
        </span>
      )}
    </button>
  );
}

function tableColumns(
  t: ReturnType<typeof useTranslation<['data-views', 'common']>>['t'],
  zone: string,
  measurementName: (code: string) => string,
  projectId: number,
): TableColumnType<PointState>[] {
  const value = (key: 'observed' | 'accumulated' | 'rate', title: string): TableColumnType<PointState> => ({
    key,
    align: 'right',
    title,
    render: (_, point) => {
      const unit = point.field?.unit ?? '';
      const number = point[key];
      const text =
        key === 'observed' ? formatNumber(number, point.field?.decimals) : formatChange(number, point.field?.decimals);
      return withUnit(text, key === 'rate' && unit ? `${unit}/d` : unit);
    },
  });
  return [
    {
      key: 'level',
      title: t('column.level'),
      width: 116,
      render: (_, point) => <LevelTag level={pointMark(point.level, point.time)} />,
    },
    {
      key: 'name',
      title: t('common:entity.point'),
      render: (_, point) => (
        <Link to={pathOf(projectId, point)} onClick={(event) => event.stopPropagation()}>
          {point.name}
        </Link>
      ),
    },
    {
      key: 'measurement',
      title: t('common:entity.measurement'),
      render: (_, point) => measurementName(point.measurement),
    },
    value('accumulated', t('common:valueType.accumulated')),
    value('observed', t('common:valueType.observed')),
    value('rate', t('common:valueType.rate')),
    numberColumn<PointState>({
      key: 'share',
      title: t('column.share'),
      unit: '%',
      decimals: 0,
      value: (point) => (point.share === null ? null : point.share * 100),
    }),
    {
      key: 'time',
      title: <UnitHead title={t('header.time')} />,
      align: 'right',
      render: (_, point) => <AgeText time={point.time} interval={point.interval || undefined} zone={zone} />,
    },
  ];
}
