import { Button, Pagination } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { Can } from '@/entities/permission/can';
import { useCan } from '@/entities/permission/permissions';
import { useProject, useZone } from '@/entities/project/use-project';
import list from '@/ui/list-page.module.css';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { usePhone } from '@/ui/use-media';
import { BulkBar } from '../components/bulk-bar';
import { useDeviceColumns } from '../components/device-columns';
import { DeviceCounts } from '../components/device-counts';
import { DeviceFilters } from '../components/device-filters';
import { LazyDeviceDrawer } from '../components/lazy-device-drawer';
import styles from '../devices.module.css';
import { type DeviceView, readView, writeView } from '../model/view';
import { type DeviceChoice, type DeviceSummary, useDevices } from '../queries';

const pageSize = 20;
const noFilters: Partial<DeviceView> = {
  kind: undefined,
  type: '',
  model: '',
  text: '',
  status: undefined,
  health: undefined,
};

/** The devices of a project, of the corporation's stock, or all of them: their states, with one of them open for editing. */
export default function DevicesPage() {
  const { t } = useTranslation(['devices', 'console', 'common']);
  const projectId = Number(useParams().projectId);
  const project = useProject(projectId);
  const zone = useZone(projectId);
  const phone = usePhone();
  const mayEdit = useCan('Update:Device', 'Delete:Device');
  const corporationId = project.data?.corporationId;
  const [search, setSearch] = useSearchParams();
  const view = readView(search);
  const change = (wanted: Partial<DeviceView>) => setSearch((old) => writeView(old, wanted), { replace: true });
  const [adding, setAdding] = useState(search.has('add'));
  const [chosen, setChosen] = useState<number[]>([]);
  const { within, choice } = choicesOf(view, projectId);
  const narrowed = Boolean(view.kind || view.type || view.model || view.text || view.status || view.health);
  const query = useDevices(corporationId, {
    ...choice,
    page: view.page,
    pageSize,
    // The worst first, unless another order is chosen.
    sort: view.sort || '-health',
  });
  const { columns, titles, width } = useDeviceColumns(view, zone);
  return (
    <div className={styles.devices}>
      <DeviceCounts projectId={projectId} corporationId={corporationId} within={within} view={view} onChange={change} />
      <Panel fill className={styles.list} busy={query.isFetching && !query.isPending}>
        <div className={list.column}>
          <DeviceFilters
            projectId={projectId}
            corporationId={corporationId}
            view={view}
            titles={titles}
            onChange={change}
            onAdd={() => setAdding(true)}
          />
          {chosen.length > 0 && corporationId !== undefined && (
            <BulkBar
              corporationId={corporationId}
              projectId={projectId}
              ids={chosen}
              choice={choice}
              total={query.data?.total ?? 0}
              onChoose={setChosen}
            />
          )}
          <div className={list.scroll}>
            <QueryPanel
              query={query}
              rows={10}
              isEmpty={(one) => one.list.length === 0}
              empty={<NoDevices narrowed={narrowed} onClear={() => change(noFilters)} onAdd={() => setAdding(true)} />}
            >
              {(one) => (
                <DataTable<DeviceSummary>
                  label={t('console:devices.title')}
                  rowKey={(d) => d.id}
                  dataSource={one.list}
                  columns={columns}
                  cards={['sncode', 'status', 'health']}
                  {...(phone ? {} : { scroll: { x: width } })}
                  selectedKey={view.open || undefined}
                  onOpen={(d) => change({ open: d.id })}
                  onChange={(_, __, sorter) => {
                    const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
                    change({ sort: order ? `${order === 'descend' ? '-' : ''}${String(columnKey)}` : '' });
                  }}
                  {...(mayEdit && !phone
                    ? {
                        rowSelection: {
                          selectedRowKeys: chosen,
                          preserveSelectedRowKeys: true,
                          onChange: (keys) => setChosen(keys.map(Number)),
                          getCheckboxProps: (d) => ({ 'aria-label': d.sncode }),
                        },
                      }
                    : {})}
                />
              )}
            </QueryPanel>
          </div>
          <div className={list.foot}>
            <span>{t('common:table.total', { total: query.data?.total ?? 0 })}</span>
            <Pagination
              simple={phone}
              current={view.page}
              pageSize={pageSize}
              total={query.data?.total ?? 0}
              showSizeChanger={false}
              onChange={(page) => change({ page })}
            />
          </div>
        </div>
      </Panel>
      {corporationId !== undefined && (view.open > 0 || adding) && (
        <LazyDeviceDrawer
          key={adding ? 'new' : view.open}
          corporationId={corporationId}
          projectId={projectId}
          inStock={view.scope === 'stock'}
          zone={zone}
          deviceId={adding ? 0 : view.open}
          onClose={() => {
            setAdding(false);
            change({ open: 0 });
          }}
        />
      )}
    </div>
  );
}

/** The filter of the list, and the same without state and health, for the counts. */
function choicesOf(view: DeviceView, projectId: number): { within: DeviceChoice; choice: DeviceChoice } {
  const place = view.scope === 'project' ? { projectId } : view.scope === 'stock' ? { stock: true } : {};
  const within: DeviceChoice = {
    ...place,
    ...(view.kind ? { kind: view.kind } : {}),
    ...(view.type ? { type: view.type } : {}),
    ...(view.model ? { model: view.model } : {}),
    ...(view.text ? { name: view.text } : {}),
  };
  const choice: DeviceChoice = {
    ...within,
    ...(view.status ? { status: view.status } : {}),
    ...(view.health ? { health: view.health } : {}),
  };
  return { within, choice };
}

interface NoDevicesProps {
  narrowed: boolean;
  onClear: () => void;
  onAdd: () => void;
}

function NoDevices({ narrowed, onClear, onAdd }: NoDevicesProps) {
  const { t } = useTranslation(['devices', 'console', 'common']);
  return narrowed ? (
    <PanelEmpty
      title={t('list.noneMatch')}
      action={<Button onClick={onClear}>{t('common:action.clearFilters')}</Button>}
    />
  ) : (
    <PanelEmpty
      title={t('console:devices.none')}
      hint={t('console:devices.noneHint')}
      action={
        <Can any={['Create:Device']}>
          <Button type="primary" onClick={onAdd}>
            {t('common:action.firstDevice')}
          </Button>
        </Can>
      }
    />
  );
}
