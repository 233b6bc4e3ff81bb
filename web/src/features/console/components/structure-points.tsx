import { useQuery } from '@tanstack/react-query';
import { Button, Input, Pagination, Select, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { measurementsQuery, useDeviceTypeName, useLabel, useMeasurementName } from '@/api/catalog';
import { LevelTag } from '@/entities/alert/level-tag';
import { pointMark } from '@/entities/alert/mark';
import { CollectButton } from '@/entities/command/collect-dialog';
import { SwitchButton } from '@/entities/command/switch-dialog';
import { AgeText } from '@/entities/live/age-text';
import { Can } from '@/entities/permission/can';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { serverSort } from '@/ui/table/server-sort';
import { useAddress } from '@/ui/table/use-address';
import { isFed, lineKinds } from '../model/grid';
import styles from '../pages/console.module.css';
import { type PointSummary, usePoints } from '../queries/points';
import { useStructures } from '../queries/project';

interface Props {
  projectId: number;
  structureId: number;
  itemId: number;
  zone: string;
}

/** The parameters in the address. */
function useAsked() {
  const { search, put, page, toPage } = useAddress();
  return {
    name: search.get('q') ?? '',
    measurement: search.get('measurement') ?? '',
    type: lineKinds.find((one) => one === search.get('type')) ?? ('' as const),
    sort: search.get('sort') ?? '',
    page,
    put,
    toPage,
  };
}

/** The points of a structure or an item, as a filterable list. */
export function StructurePoints({ projectId, structureId, itemId, zone }: Props) {
  const { t } = useTranslation(['console', 'common']);
  const navigate = useNavigate();
  const { name, measurement, type, sort, page, put, toPage } = useAsked();
  const points = usePoints(projectId, structureId, { itemId, page, name, measurement, type, sort });
  const [chosen, setChosen] = useState<PointSummary[]>([]);
  const pathOf = (point: PointSummary) =>
    `/projects/${projectId}/console/structures/${point.structureId}/items/${point.itemId ?? 0}/mps/${point.id}`;
  const order = serverSort<PointSummary>(
    sort,
    { level: 'level', name: 'name', measurement: 'measurement', kind: 'type' },
    (wanted) => put({ sort: wanted, page: null }),
  );
  const columns = useColumns(projectId, zone, order.column, pathOf);
  return (
    <>
      <PointTools projectId={projectId} zone={zone} chosen={chosen} onCollected={() => setChosen([])} />
      <QueryPanel
        query={points}
        rows={8}
        isEmpty={(one) => one.list.length === 0}
        empty={<NoPoints filtered={Boolean(name || measurement || type)} />}
      >
        {(one) => (
          <DataTable<PointSummary>
            label={t('common:entity.point')}
            rowKey={(point) => point.id}
            dataSource={one.list}
            columns={columns}
            cards={['name', 'level']}
            onChange={order.onChange}
            rowSelection={{
              selectedRowKeys: chosen.map(({ id }) => id),
              preserveSelectedRowKeys: true,
              onChange: (_, rows) => setChosen(rows),
              getCheckboxProps: (point) => ({ 'aria-label': point.name }) as object,
            }}
            onOpen={(point) => navigate(pathOf(point))}
          />
        )}
      </QueryPanel>
      {(points.data?.total ?? 0) > 50 && (
        <div className={styles.foot}>
          <span>{t('common:table.total', { total: points.data?.total ?? 0 })}</span>
          <Pagination
            current={page}
            pageSize={50}
            total={points.data?.total ?? 0}
            showSizeChanger={false}
            onChange={toPage}
          />
        </div>
      )}
    </>
  );
}

type Column = ReturnType<typeof serverSort<PointSummary>>['column'];

function useColumns(
  projectId: number,
  zone: string,
  sorted: Column,
  pathOf: (point: PointSummary) => string,
): TableColumnType<PointSummary>[] {
  const { t } = useTranslation(['console', 'sites', 'common']);
  const measurementName = useMeasurementName();
  const typeName = useDeviceTypeName();
  const list = useStructures(projectId).data?.list ?? [];
  return [
    {
      ...sorted('level'),
      title: t('point.level'),
      width: 90,
      render: (_, point) => <LevelTag level={pointMark(point.level, point.lastReading)} stale={point.stale} />,
    },
    {
      ...sorted('name'),
      title: t('point.name'),
      render: (_, point) => <Link to={pathOf(point)}>{point.name}</Link>,
    },
    {
      ...sorted('measurement'),
      title: t('common:entity.measurement'),
      render: (_, point) => measurementName(point.measurement),
    },
    {
      ...sorted('kind'),
      title: t('sites:grid.kind'),
      width: 110,
      render: (_, point) => t(`sites:kinds.${point.type ?? 'normal'}`),
    },
    {
      key: 'category',
      title: t('point.category'),
      render: (_, point) => (isFed(point.type ?? 'normal') ? typeName(point.category) : '—'),
    },
    {
      key: 'item',
      title: t('common:entity.item'),
      render: (_, point) => list.find((one) => one.id === point.itemId)?.name ?? '—',
    },
    {
      key: 'sources',
      title: t('point.sources'),
      align: 'right',
      render: (_, point) => (point.sources.length === 0 ? t('point.unbound') : point.sources.length),
    },
    {
      key: 'time',
      align: 'right',
      title: t('point.time'),
      render: (_, point) => <AgeText time={point.lastReading || null} zone={zone} />,
    },
  ];
}

interface ToolsProps {
  projectId: number;
  zone: string;
  chosen: PointSummary[];
  onCollected: () => void;
}

function PointTools({ projectId, zone, chosen, onCollected }: ToolsProps) {
  const { t } = useTranslation(['console', 'sites', 'common']);
  const say = useLabel();
  const { name, measurement, type, put } = useAsked();
  const { data: measurements = [] } = useQuery(measurementsQuery);
  return (
    <div className={styles.tools}>
      <Input.Search
        allowClear
        style={{ width: 220 }}
        placeholder={t('point.search')}
        aria-label={t('point.search')}
        defaultValue={name}
        onSearch={(text) => put({ q: text.trim() || null, page: null })}
      />
      <Select
        allowClear
        className={styles.filter ?? ''}
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={t('common:entity.measurement')}
        placeholder={t('common:entity.measurement')}
        value={measurement || null}
        options={measurements.map((m) => ({ value: m.code, label: say(m.label) }))}
        onChange={(value: string | null) => put({ measurement: value ?? null, page: null })}
      />
      <Select
        allowClear
        className={styles.filter ?? ''}
        aria-label={t('sites:grid.kind')}
        placeholder={t('sites:grid.kind')}
        value={type || null}
        options={lineKinds.map((value) => ({ value, label: t(`sites:kinds.${value}`) }))}
        onChange={(value: string | null) => put({ type: value ?? null, page: null })}
      />
      {chosen.length > 0 && (
        <Can any={['Update:MeasuringPoint']}>
          <CollectButton projectId={projectId} zone={zone} points={chosen.map(({ id }) => id)} onDone={onCollected} />
          {[false, true].map((on) => {
            const points = chosen.filter(({ off }) => off === on).map(({ id }) => id);
            return (
              points.length > 0 && (
                <SwitchButton
                  key={String(on)}
                  projectId={projectId}
                  zone={zone}
                  points={points}
                  on={on}
                  onDone={onCollected}
                />
              )
            );
          })}
        </Can>
      )}
    </div>
  );
}

function NoPoints({ filtered }: { filtered: boolean }) {
  const { t } = useTranslation(['console', 'common']);
  const { put } = useAddress();

  return filtered ? (
    <PanelEmpty
      title={t('point.noneMatch')}
      action={<Button onClick={() => put({ q: null, measurement: null, type: null })}>{t('tree.all')}</Button>}
    />
  ) : (
    <PanelEmpty
      title={t('point.none')}
      hint={t('point.noneHint')}
      action={
        <Can any={['Create:MeasuringPoint']}>
          <Button type="primary" onClick={() => put({ add: 'points' })}>
            {t('common:action.firstPoint')}
          </Button>
        </Can>
      }
    />
  );
}
