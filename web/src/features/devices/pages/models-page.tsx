import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { type DeviceModel, deviceModelsQuery, useDeviceTypeName, useLabel, useMeasurementName } from '@/api/catalog';
import { DevicesNav } from '@/entities/device/devices-nav';
import { Can } from '@/entities/permission/can';
import { useCan } from '@/entities/permission/permissions';
import { useProject } from '@/entities/project/use-project';
import { listText } from '@/ui/format/list';
import list from '@/ui/list-page.module.css';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { useAddress } from '@/ui/table/use-address';
import { ModelDialog } from '../components/model-dialog';
import { TypeRules } from '../components/type-rules';
import styles from '../devices.module.css';
import { useOwnModels } from '../model-queries';

const sources = ['', 'own', 'predefined'] as const;

/** Device models: the predefined ones and those the corporation added. */
export default function ModelsPage() {
  const { t } = useTranslation(['devices', 'common']);
  const projectId = Number(useParams().projectId);
  const corporationId = useProject(projectId).data?.corporationId;
  const say = useLabel();
  const typeName = useDeviceTypeName();
  const { search, put } = useAddress();
  const query = useQuery(deviceModelsQuery);
  const own = useOwnModels(corporationId).data ?? [];
  const text = search.get('q') ?? '';
  const source = sources.find((one) => one === search.get('source')) ?? '';
  const open = search.get('model');
  const fits = (one: DeviceModel) =>
    (source === '' || one.custom === (source === 'own')) &&
    `${one.code} ${say(one.label)} ${say(one.series)} ${typeName(one.type)}`.toLowerCase().includes(text.toLowerCase());
  const columns = useColumns((code) => put({ model: code }));
  const edited = own.find((one) => one.code === open) ?? null;
  return (
    <div className={styles.devices}>
      <Panel fill className={styles.list} busy={query.isFetching && !query.isPending}>
        <div className={list.column}>
          <div className={list.row}>
            <DevicesNav projectId={projectId} corporationId={corporationId} here="models" />
            <Input.Search
              key={text}
              allowClear
              className={list.search ?? ''}
              placeholder={t('models.search')}
              aria-label={t('models.search')}
              defaultValue={text}
              onSearch={(wanted) => put({ q: wanted.trim() })}
            />
            <Select
              className={styles.choice ?? ''}
              aria-label={t('models.title')}
              value={source}
              options={[
                { value: '' as const, label: t('models.title') },
                { value: 'own' as const, label: t('models.own') },
                { value: 'predefined' as const, label: t('models.predefined') },
              ]}
              onChange={(wanted) => put({ source: wanted })}
            />
            <span className={list.space} />
            <Button onClick={() => put({ rules: 'repeated' })}>{t('typeRules.title')}</Button>
            <Can any={['Create:Device']}>
              <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => put({ model: 'new' })}>
                {t('models.add')}
              </Button>
            </Can>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
          <section className={list.scroll} aria-label={t('models.title')} tabIndex={0}>
            <QueryPanel
              query={query}
              rows={10}
              isEmpty={(all) => !all.some(fits)}
              empty={<PanelEmpty title={t('models.none')} hint={t('models.noneHint')} />}
            >
              {(all) => (
                <DataTable<DeviceModel>
                  label={t('models.title')}
                  rowKey={(one) => one.code}
                  dataSource={all.filter(fits)}
                  cards={['code']}
                  columns={columns(all)}
                />
              )}
            </QueryPanel>
          </section>
          <div className={list.foot}>
            <span>{t('common:table.total', { total: query.data?.filter(fits).length ?? 0 })}</span>
          </div>
        </div>
      </Panel>
      {corporationId !== undefined && (open === 'new' || edited) && (
        <ModelDialog key={open} corporationId={corporationId} model={edited} onClose={() => put({ model: null })} />
      )}
      {corporationId !== undefined && search.get('rules') === 'repeated' && (
        <TypeRules corporationId={corporationId} onClose={() => put({ rules: null })} />
      )}
    </div>
  );
}

function useColumns(onEdit: (code: string) => void): (all: DeviceModel[]) => TableColumnType<DeviceModel>[] {
  const { t } = useTranslation(['devices', 'common']);
  const say = useLabel();
  const typeName = useDeviceTypeName();
  const measurementName = useMeasurementName();
  const mayEdit = useCan('Update:Device');
  return (all) => [
    {
      key: 'code',
      title: t('models.code'),
      width: 272,
      render: (_, one) => (
        <span className={styles.name}>
          <b>{one.code}</b>
          <small>{say(one.label)}</small>
        </span>
      ),
    },
    {
      key: 'series',
      title: t('models.series'),
      width: 156,
      render: (_, one) => <Words text={say(one.series)} />,
    },
    {
      key: 'type',
      title: t('models.type'),
      width: 208,
      render: (_, one) => <Words text={typeName(one.type)} />,
    },
    {
      key: 'measurements',
      title: t('models.measurements'),
      render: (_, one) => <Words text={listText(one.measurements.map(measurementName)) || '—'} />,
    },
    {
      key: 'flags',
      title: t('models.flags'),
      width: 240,
      render: (_, one) => (
        <Words
          text={
            listText(
              (['isSensor', 'withCollector', 'withNetwork', 'isMultiChannel'] as const)
                .filter((flag) => one[flag])
                .map((flag) => t(`models.${flag}`)),
            ) || '—'
          }
        />
      ),
    },
    {
      key: 'manufacturer',
      title: t('models.manufacturer'),
      width: 108,
      render: (_, one) => <Words text={one.manufacturer} />,
    },
    {
      key: 'source',
      title: t('models.source'),
      width: 96,
      render: (_, one) => t(one.custom ? 'models.own' : 'models.predefined'),
    },
    ...(mayEdit && all.some(({ custom }) => custom)
      ? [
          {
            key: 'action',
            title: <span className="visually-hidden">{t('common:action.edit')}</span>,
            align: 'right' as const,
            width: 72,
            render: (_: unknown, one: DeviceModel) =>
              one.custom && (
                <Button
                  type="link"
                  size="small"
                  aria-label={`${t('common:action.edit')} ${one.code}`}
                  onClick={() => onEdit(one.code)}
                >
                  {t('common:action.edit')}
                </Button>
              ),
          },
        ]
      : []),
  ];
}

/** A text of two lines at most; hovering shows all of it. */
function Words({ text }: { text: string }) {
  return (
    <span className={styles.words} title={text}>
      {text}
    </span>
  );
}
