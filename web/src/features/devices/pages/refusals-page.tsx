import { Button, Input, Pagination, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { DevicesNav } from '@/entities/device/devices-nav';
import { type Refused, useRefusals } from '@/entities/device/nav-queries';
import { AgeText } from '@/entities/live/age-text';
import { Can } from '@/entities/permission/can';
import { useProject, useZone } from '@/entities/project/use-project';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import list from '@/ui/list-page.module.css';
import { Panel } from '@/ui/panel';
import { SilentServers } from '@/ui/silent-servers';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { LazyDeviceDrawer } from '../components/lazy-device-drawer';
import { RefusedFrames } from '../components/refused-frames';
import styles from '../devices.module.css';

const pageSize = 50;

/** Refused device connections: a mistyped register or a wrong secret is corrected from here. */
export default function RefusalsPage() {
  const { t } = useTranslation(['console', 'common']);
  const projectId = Number(useParams().projectId);
  const corporationId = useProject(projectId).data?.corporationId;
  const zone = useZone(projectId);
  const query = useRefusals(corporationId);
  const [search, setSearch] = useSearchParams();
  const [adding, setAdding] = useState<string | null>(null);
  const text = search.get('q') ?? '';
  const page = Math.max(1, Number(search.get('page') ?? 1) || 1);
  const found = (query.data?.list ?? []).filter((one) =>
    `${one.register} ${one.address}`.toLowerCase().includes(text.toLowerCase()),
  );
  const columns: TableColumnType<Refused>[] = [
    {
      key: 'register',
      title: t('refused.register'),
      render: (_, one) => <b className={styles.register}>{one.register || t('refused.noRegister')}</b>,
    },
    { key: 'reason', title: t('refused.reason'), render: (_, one) => one.text },
    { key: 'transport', title: t('refused.transport'), render: (_, one) => one.transport.toUpperCase() },
    { key: 'address', title: t('refused.address'), render: (_, one) => one.address || '—' },
    { key: 'count', align: 'right', title: t('refused.count'), render: (_, one) => formatNumber(one.count, 0) },
    {
      key: 'first',
      align: 'right',
      title: t('refused.first'),
      render: (_, one) => formatTime(one.first, zone, 'list'),
    },
    {
      key: 'last',
      align: 'right',
      title: t('refused.last'),
      render: (_, one) => <AgeText time={one.last} zone={zone} />,
    },
    {
      key: 'action',
      align: 'right',
      title: t('action'),
      render: (_, one) =>
        one.reason === 'unknownRegister' ? (
          one.register && (
            <Can any={['Create:Device']}>
              <Button type="link" size="small" onClick={() => setAdding(one.register)}>
                {t('refused.add')}
              </Button>
            </Can>
          )
        ) : (
          <Link to={`/projects/${projectId}/devices?q=${encodeURIComponent(one.register)}`}>{t('refused.find')}</Link>
        ),
    },
  ];
  return (
    <div className={list.page}>
      <Panel fill busy={query.isFetching && !query.isPending}>
        <div className={list.column}>
          <div className={list.row}>
            <DevicesNav projectId={projectId} corporationId={corporationId} here="refused" />
            <Input.Search
              allowClear
              className={list.search ?? ''}
              placeholder={t('refused.search')}
              aria-label={t('refused.search')}
              defaultValue={text}
              onSearch={(wanted) => setSearch(wanted.trim() ? { q: wanted.trim() } : {}, { replace: true })}
            />
            <span className={list.space} />
            <span className={styles.quiet}>{t('refused.hint')}</span>
          </div>
          <SilentServers names={query.data?.silentServers ?? []} />
          <div className={list.scroll}>
            {corporationId !== undefined && <RefusedFrames corporationId={corporationId} zone={zone} />}
            <QueryPanel
              query={query}
              rows={8}
              isEmpty={() => found.length === 0}
              empty={
                <PanelEmpty title={text ? t('refused.noneMatch') : t('refused.none')} hint={t('refused.noneHint')} />
              }
            >
              {() => (
                <DataTable<Refused>
                  label={t('refused.title')}
                  rowKey={(one) => `${one.transport} ${one.reason} ${one.register}`}
                  dataSource={found.slice((page - 1) * pageSize, page * pageSize)}
                  columns={columns}
                  cards={['register']}
                />
              )}
            </QueryPanel>
          </div>
          <div className={list.foot}>
            <span>{t('common:table.total', { total: found.length })}</span>
            <Pagination
              current={page}
              pageSize={pageSize}
              total={found.length}
              showSizeChanger={false}
              onChange={(next) => setSearch({ ...(text ? { q: text } : {}), page: String(next) }, { replace: true })}
            />
          </div>
        </div>
      </Panel>
      {corporationId !== undefined && adding !== null && (
        <LazyDeviceDrawer
          key={adding}
          corporationId={corporationId}
          projectId={projectId}
          zone={zone}
          deviceId={0}
          register={adding}
          onClose={() => setAdding(null)}
        />
      )}
    </div>
  );
}
