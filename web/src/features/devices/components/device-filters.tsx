import { PlusOutlined, SearchOutlined, SettingOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Dropdown, Input, Popover, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { deviceModelsQuery, deviceTypesQuery, useLabel } from '@/api/catalog';
import { DevicesNav } from '@/entities/device/devices-nav';
import { Can } from '@/entities/permission/can';
import { useCan } from '@/entities/permission/permissions';
import list from '@/ui/list-page.module.css';
import { usePhone } from '@/ui/use-media';
import styles from '../devices.module.css';
import { columnNames, type DeviceView, healths, kinds, states } from '../model/view';
import type { useDeviceColumns } from './device-columns';

interface Props {
  projectId: number;
  corporationId: number | undefined;
  view: DeviceView;
  /** Titles of the optional columns. */
  titles: ReturnType<typeof useDeviceColumns>['titles'];
  onChange: (wanted: Partial<DeviceView>) => void;
  onAdd: () => void;
}

/** The row above the list: search, filters, columns, bulk operations, and a new device. */
export function DeviceFilters(props: Props) {
  const { projectId, corporationId, view, onChange: change } = props;
  const { t } = useTranslation(['devices', 'console']);
  return (
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
      <Filters view={view} onChange={change} />
      <Actions {...props} />
    </div>
  );
}

type Change = Pick<Props, 'view' | 'onChange'>;

function Filters({ view, onChange: change }: Change) {
  const { t } = useTranslation(['devices', 'console', 'common']);
  return (
    <>
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
      <TypeFilter view={view} onChange={change} />
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
    </>
  );
}

/** The kind or type of device, and then its model. */
function TypeFilter({ view, onChange: change }: Change) {
  const { t } = useTranslation(['devices', 'console']);
  const say = useLabel();
  const { data: types = [] } = useQuery(deviceTypesQuery);
  const { data: models = [] } = useQuery(deviceModelsQuery);
  return (
    <>
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
    </>
  );
}

function Actions({ projectId, view, titles, onChange: change, onAdd }: Props) {
  const { t } = useTranslation(['devices', 'console']);
  const navigate = useNavigate();
  const phone = usePhone();
  const mayAdd = useCan('Create:Device');
  return (
    <span className={list.actions}>
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
          <Button icon={<SettingOutlined aria-hidden />} aria-label={t('list.columns')} title={t('list.columns')} />
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
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onAdd}>
          {t('console:devices.add')}
        </Button>
      </Can>
    </span>
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
