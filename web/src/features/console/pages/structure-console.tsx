import { EditOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Pagination, Select, type TableColumnType, Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { measurementsQuery, useDeviceTypeName, useLabel, useMeasurementName } from '@/api/catalogue';
import { LevelTag } from '@/entities/alert/level-tag';
import { pointMark } from '@/entities/alert/mark';
import { CollectButton } from '@/entities/command/collect-dialog';
import { AgeText } from '@/entities/live/age-text';
import { Can } from '@/entities/permission/can';
import { useProject, useZone } from '@/entities/project/use-project';
import { UpdateRecords } from '@/entities/update-records/update-records';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { serverSort } from '@/ui/table/server-sort';
import { useAddress } from '@/ui/table/use-address';
import { ConsoleFrame } from '../components/console-frame';
import { GnssForm } from '../components/gnss-form';
import { PointGrid } from '../components/point-grid';
import { StructureDialog } from '../components/structure-dialog';
import { isFed, lineKinds } from '../model/grid';
import { type PointSummary, usePoints } from '../queries/points';
import { useStructures } from '../queries/project';
import styles from './console.module.css';

/** A structure or an item: its points, and making new ones in a batch. */
export default function StructureConsole() {
  const { t } = useTranslation(['console', 'sites', 'common']);
  const params = useParams();
  const projectId = Number(params.projectId);
  const structureId = Number(params.structureId);
  const itemId = Number(params.itemId ?? 0);
  const project = useProject(projectId);
  const zone = useZone(projectId);
  const structures = useStructures(projectId);
  const { search, put, page, toPage } = useAddress();
  const name = search.get('q') ?? '';
  const tab = search.get('tab') ?? 'points';
  const measurement = search.get('measurement') ?? '';
  const type = lineKinds.find((one) => one === search.get('type')) ?? '';
  const sort = search.get('sort') ?? '';
  const points = usePoints(projectId, structureId, { itemId, page, name, measurement, type, sort });
  const { data: measurements = [] } = useQuery(measurementsQuery);
  const say = useLabel();
  const adding = search.get('add') === 'points';
  const setAdding = (on: boolean) => put({ add: on ? 'points' : null });
  const [chosen, setChosen] = useState<number[]>([]);
  const [editing, setEditing] = useState(false);
  const navigate = useNavigate();
  const measurementName = useMeasurementName();
  const typeName = useDeviceTypeName();
  const list = structures.data?.list ?? [];
  const structure = list.find((one) => one.id === structureId);
  const item = list.find((one) => one.id === itemId);
  const base = `/projects/${projectId}/console`;
  const pathOf = (point: PointSummary) =>
    `${base}/structures/${point.structureId}/items/${point.itemId ?? 0}/mps/${point.id}`;
  const order = serverSort<PointSummary>(
    sort,
    { level: 'level', name: 'name', measurement: 'measurement', kind: 'type' },
    (wanted) => put({ sort: wanted, page: null }),
  );
  const columns: TableColumnType<PointSummary>[] = [
    {
      ...order.column('level'),
      title: t('point.level'),
      width: 90,
      render: (_, point) => <LevelTag level={pointMark(point.level, point.lastReading)} stale={point.stale} />,
    },
    {
      ...order.column('name'),
      title: t('point.name'),
      render: (_, point) => <Link to={pathOf(point)}>{point.name}</Link>,
    },
    {
      ...order.column('measurement'),
      title: t('common:entity.measurement'),
      render: (_, point) => measurementName(point.measurement),
    },
    {
      ...order.column('kind'),
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

  return (
    <ConsoleFrame
      title={(item ?? structure)?.name ?? ''}
      way={[
        { name: project.data?.name ?? '', to: base },
        ...(item && structure ? [{ name: structure.name, to: `${base}/structures/${structureId}` }] : []),
      ]}
      actions={
        <>
          <Can any={['Update:Structure']}>
            <Button icon={<EditOutlined aria-hidden />} onClick={() => setEditing(true)}>
              {t('common:action.edit')}
            </Button>
          </Can>
          <Can any={['Create:MeasuringPoint']}>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
              {t('point.add')}
            </Button>
          </Can>
        </>
      }
    >
      <Tabs
        className={styles.tabs ?? ''}
        destroyOnHidden
        activeKey={tab}
        onChange={(key) => put({ tab: key === 'points' ? null : key })}
        items={[
          {
            key: 'points',
            label: t('sites:structure.points'),
            children: (
              <>
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
                      <CollectButton projectId={projectId} zone={zone} points={chosen} onDone={() => setChosen([])} />
                    </Can>
                  )}
                </div>
                <QueryPanel
                  query={points}
                  rows={8}
                  isEmpty={(one) => one.list.length === 0}
                  empty={
                    name || measurement || type ? (
                      <PanelEmpty
                        title={t('point.noneMatch')}
                        action={
                          <Button onClick={() => put({ q: null, measurement: null, type: null })}>
                            {t('tree.all')}
                          </Button>
                        }
                      />
                    ) : (
                      <PanelEmpty
                        title={t('point.none')}
                        hint={t('point.noneHint')}
                        action={
                          <Can any={['Create:MeasuringPoint']}>
                            <Button type="primary" onClick={() => setAdding(true)}>
                              {t('common:action.firstPoint')}
                            </Button>
                          </Can>
                        }
                      />
                    )
                  }
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
                        selectedRowKeys: chosen,
                        preserveSelectedRowKeys: true,
                        onChange: (keys) => setChosen(keys.map(Number)),
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
            ),
          },
          ...(item || !structure
            ? []
            : [
                {
                  key: 'gnss',
                  label: t('sites:gnss.title'),
                  children: <GnssForm key={structure.id} structure={structure} />,
                },
              ]),
          {
            key: 'records',
            label: t('sites:records.title'),
            children: <UpdateRecords about={{ projectId, structureId: itemId || structureId }} zone={zone} />,
          },
        ]}
      />
      {project.data && (
        <PointGrid
          key={`${structureId}:${itemId}:${adding}`}
          open={adding}
          projectId={projectId}
          corporationId={project.data.corporationId}
          structureId={structureId}
          itemId={itemId}
          onClose={() => setAdding(false)}
        />
      )}
      <StructureDialog
        projectId={projectId}
        open={editing}
        structure={item ?? structure ?? null}
        parentId={0}
        onClose={() => setEditing(false)}
        onDeleted={() => navigate(item ? `${base}/structures/${structureId}` : base)}
      />
    </ConsoleFrame>
  );
}
