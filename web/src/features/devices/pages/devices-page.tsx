import { PlusOutlined, SearchOutlined, SettingOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Dropdown, Input, Pagination, Popover, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { deviceModelsQuery, deviceTypesQuery, useLabel } from '@/api/catalogue';
import { completenessQuery } from '@/api/stats';
import { DeviceHealth } from '@/entities/device/device-state';
import { DevicesNav } from '@/entities/device/devices-nav';
import { Can } from '@/entities/permission/can';
import { useCan } from '@/entities/permission/permissions';
import { useProject, useZone } from '@/entities/project/use-project';
import { formatNumber, formatPercent } from '@/ui/format/number';
import { HoursStrip } from '@/ui/hours-strip';
import list from '@/ui/list-page.module.css';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { usePhone } from '@/ui/use-media';
import { BulkBar } from '../components/bulk-bar';
import { useDeviceColumns } from '../components/device-columns';
import { LazyDeviceDrawer } from '../components/lazy-device-drawer';
import styles from '../devices.module.css';
import { columnNames, type DeviceView, healths, kinds, readView, states, writeView } from '../model/view';
import { type DeviceChoice, type DeviceSummary, useDeviceCounts, useDevices } from '../queries';

const pageSize = 20;
const noFilters: Partial<DeviceView> = {
  kind: undefined,
  type: '',
  model: '',
  text: '',
  status: undefined,
  health: undefined,
};

/** The devices of a project, of the corporation's stock, or all of them: how they are, and one of them to edit. */
export default function DevicesPage() {
  const { t } = useTranslation(['devices', 'console', 'common']);
  const projectId = Number(useParams().projectId);
  const project = useProject(projectId);
  const zone = useZone(projectId);
  const phone = usePhone();
  const mayEdit = useCan('Update:Device', 'Delete:Device');
  const mayAdd = useCan('Create:Device');
  const seesData = useCan('View:Data');
  const navigate = useNavigate();
  const corporationId = project.data?.corporationId;
  const say = useLabel();
  const { data: types = [] } = useQuery(deviceTypesQuery);
  const { data: models = [] } = useQuery(deviceModelsQuery);
  const [search, setSearch] = useSearchParams();
  const view = readView(search);
  const change = (wanted: Partial<DeviceView>) => setSearch((old) => writeView(old, wanted), { replace: true });
  const [adding, setAdding] = useState(search.has('add'));
  const [chosen, setChosen] = useState<number[]>([]);
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
  const narrowed = Boolean(view.kind || view.type || view.model || view.text || view.status || view.health);
  const query = useDevices(corporationId, {
    ...choice,
    page: view.page,
    pageSize,
    // The worst first, unless another order is chosen.
    sort: view.sort || '-health',
  });
  // The counts say how the devices of the other filters are: state and health are chosen by them.
  const counts = useDeviceCounts(corporationId, within).data;
  const day = useQuery({ ...completenessQuery({ projectId }), enabled: seesData && projectId > 0 }).data;
  const { columns, titles, width } = useDeviceColumns(view, zone);
  return (
    <div className={styles.devices}>
      <dl className={styles.strip} aria-label={t('console:devices.counts')}>
        <Count
          label={t('console:devices.total')}
          value={counts?.total}
          chosen={!view.status && !view.health}
          onChoose={() => change({ status: undefined, health: undefined })}
        />
        {states.map((one) => (
          <Count
            key={one}
            label={t(`common:deviceState.${one}`)}
            value={counts?.[one]}
            chosen={view.status === one}
            onChoose={() => change({ status: view.status === one ? undefined : one })}
          />
        ))}
        {healths
          .filter((one) => one !== 'normal' && one !== 'unknown')
          .map((one) => (
            <Count
              key={one}
              label={t(`common:deviceHealth.${one}`)}
              value={counts?.[one]}
              health={one}
              chosen={view.health === one}
              onChoose={() => change({ health: view.health === one ? undefined : one })}
            />
          ))}
        {day && view.scope === 'project' && (
          <div className={styles.day}>
            <dt>{t('list.day')}</dt>
            <dd>
              <HoursStrip
                hours={day.hours}
                label={`${t('list.day')} ${day.share === null ? '—' : formatPercent(day.share, 1)}`}
              />
            </dd>
          </div>
        )}
      </dl>
      <Panel fill className={styles.list} busy={query.isFetching && !query.isPending}>
        <div className={list.column}>
          <div className={list.row}>
            <DevicesNav projectId={projectId} corporationId={corporationId} here="devices" />
            <Input
              key={view.text}
              allowClear
              type="search"
              className={styles.search ?? ''}
              prefix={<SearchOutlined aria-hidden />}
              placeholder={t('console:devices.search')}
              aria-label={t('console:devices.search')}
              defaultValue={view.text}
              onClear={() => change({ text: '' })}
              onPressEnter={(event) => change({ text: event.currentTarget.value.trim() })}
            />
            <Select
              className={styles.choice ?? ''}
              aria-label={t('list.scope')}
              value={view.scope}
              options={[
                { value: 'project' as const, label: t('list.inProject') },
                { value: 'stock' as const, label: t('list.inStock') },
                { value: 'all' as const, label: t('list.everywhere') },
              ]}
              onChange={(scope) => change({ scope })}
            />
            <Select
              className={styles.choice ?? ''}
              aria-label={t('console:devices.allKinds')}
              showSearch={{ optionFilterProp: 'label' }}
              popupMatchSelectWidth={false}
              value={view.type || view.kind || ''}
              options={[
                { value: '', label: t('console:devices.allKinds') },
                ...kinds.map((value) => ({ value, label: t(`console:devices.kinds.${value}`) })),
                ...types.map((one) => ({ value: one.code, label: say(one.label) })),
              ]}
              onChange={(chosen: string) => {
                const kind = kinds.find((one) => one === chosen);
                change({ kind, type: kind ? '' : chosen, model: '' });
              }}
            />
            {(view.type || view.model) && (
              <Select
                className={styles.choice ?? ''}
                aria-label={t('list.allModels')}
                showSearch={{ optionFilterProp: 'label' }}
                popupMatchSelectWidth={false}
                value={view.model}
                options={[
                  { value: '', label: t('list.allModels') },
                  ...models
                    .filter((one) => !view.type || one.type === view.type)
                    .map((one) => ({ value: one.code, label: `${one.code} ${say(one.label)}` })),
                ]}
                onChange={(model) => change({ model })}
              />
            )}
            <Choice
              label={t('console:devices.allStates')}
              value={view.status}
              options={states.map((value) => ({ value, label: t(`common:deviceState.${value}`) }))}
              onChange={(status) => change({ status })}
            />
            <Choice
              label={t('console:devices.allHealths')}
              value={view.health}
              options={healths.map((value) => ({ value, label: t(`common:deviceHealth.${value}`) }))}
              onChange={(health) => change({ health })}
            />
            <span className={list.deeds}>
              {!phone && (
                <Popover
                  trigger="click"
                  placement="bottomRight"
                  content={
                    <Checkbox.Group
                      className={styles.columns ?? ''}
                      value={[...view.columns]}
                      options={columnNames.map((value) => ({
                        value,
                        label: titles[value],
                        disabled: value === 'sncode',
                      }))}
                      onChange={(names) => change({ columns: columnNames.filter((name) => names.includes(name)) })}
                    />
                  }
                >
                  <Button
                    icon={<SettingOutlined aria-hidden />}
                    aria-label={t('list.columns')}
                    title={t('list.columns')}
                  />
                </Popover>
              )}
              <Dropdown
                menu={{
                  items: (['import', 'actions', 'labels'] as const)
                    .filter((key) => key !== 'import' || mayAdd)
                    .map((key) => ({ key, label: t(`list.${key}`) })),
                  onClick: ({ key }) => navigate(`/projects/${projectId}/devices/${key}`),
                }}
              >
                <Button>{t('list.bulk')}</Button>
              </Dropdown>
              <Can any={['Create:Device']}>
                <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
                  {t('console:devices.add')}
                </Button>
              </Can>
            </span>
          </div>
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
              empty={
                narrowed ? (
                  <PanelEmpty
                    title={t('list.noneMatch')}
                    action={<Button onClick={() => change(noFilters)}>{t('common:action.clearFilters')}</Button>}
                  />
                ) : (
                  <PanelEmpty
                    title={t('console:devices.none')}
                    hint={t('console:devices.noneHint')}
                    action={
                      <Can any={['Create:Device']}>
                        <Button type="primary" onClick={() => setAdding(true)}>
                          {t('common:action.firstDevice')}
                        </Button>
                      </Can>
                    }
                  />
                )
              }
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

interface CountProps {
  label: string;
  value: number | undefined;
  /** The trouble that is counted. */
  health?: string;
  /** Whether the list shows these alone. */
  chosen: boolean;
  onChoose: () => void;
}

/** How many devices are so; a press narrows the list to them. */
function Count({ label, value, health, chosen, onChoose }: CountProps) {
  return (
    <div>
      <dt>{health && (value ?? 0) > 0 ? <DeviceHealth health={health} /> : label}</dt>
      <dd>
        <button type="button" aria-pressed={chosen} aria-label={`${label} ${value ?? ''}`} onClick={onChoose}>
          {value === undefined ? '—' : formatNumber(value, 0)}
        </button>
      </dd>
    </div>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T | undefined;
  options: { value: T; label: string }[];
  onChange: (value: T | undefined) => void;
}

function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <Select<T | ''>
      className={styles.choice ?? ''}
      aria-label={label}
      value={value ?? ''}
      options={[{ value: '', label }, ...options]}
      onChange={(chosen: T | '') => onChange(chosen || undefined)}
    />
  );
}
