import { Button, Popconfirm } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { DevicesNav } from '@/entities/device/devices-nav';
import { Can } from '@/entities/permission/can';
import { useProject } from '@/entities/project/use-project';
import { formatBytes } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { ListPage, ListRow, ListSearch, Space } from '@/ui/table/list-page';
import { serverSort } from '@/ui/table/server-sort';
import { useAddress } from '@/ui/table/use-address';
import { usePhone } from '@/ui/use-media';
import { AssignDialog } from '../components/assign-dialog';
import { UpgradesPanel } from '../components/upgrades-panel';
import { UploadDialog } from '../components/upload-dialog';
import { pageSize, type Software, useDelete, useSoftwares } from '../queries';
import styles from '../software.module.css';

const sorts: Record<string, string> = { name: 'name', version: 'version', size: 'size', created: 'createdAt' };

/** Firmware files of the corporation, and the devices being upgraded to one. */
export default function SoftwarePage() {
  const { t } = useTranslation(['software', 'common']);
  // The files are the corporation's; from a project's devices the page stays in the project.
  const projectId = Number(useParams().projectId ?? 0);
  const corporationId = useProject(projectId).data?.corporationId;
  const { search, put, page, toPage } = useAddress();
  const phone = usePhone();
  const name = search.get('q') ?? '';
  const sort = search.get('sort') ?? '';
  const open = Number(search.get('open') ?? 0);
  const query = useSoftwares({ page, name: name || undefined, sort: sort || undefined });
  const remove = useDelete();
  const [uploading, setUploading] = useState(false);
  const [assigning, setAssigning] = useState<Software | null>(null);
  const sorted = serverSort<Software>(sort, sorts, (next) => put({ sort: next, page: null }));
  const chosen = query.data?.list.find(({ id }) => id === open);
  const detail = chosen !== undefined || search.get('open') === 'all';
  return (
    <>
      <ListPage
        query={query}
        failure={t('failed')}
        empty={<PanelEmpty title={name ? t('noneMatch') : t('none')} hint={t('rule')} />}
        head={
          <ListRow>
            {projectId > 0 && <DevicesNav projectId={projectId} corporationId={corporationId} here="software" />}
            <ListSearch text={name} label={t('search')} onSearch={(text) => put({ q: text, page: null })} />
            <Space />
            <Button onClick={() => put({ open: 'all' })}>{t('allUpgrades')}</Button>
            <Can any={['Update:Device']}>
              <Button type="primary" onClick={() => setUploading(true)}>
                {t('upload')}
              </Button>
            </Can>
          </ListRow>
        }
        page={page}
        pageSize={pageSize}
        onPage={toPage}
        detail={
          detail && (
            <UpgradesPanel
              key={chosen?.id ?? 0}
              software={chosen ?? null}
              onAssign={() => setAssigning(chosen ?? null)}
              onClose={() => put({ open: null })}
            />
          )
        }
        onClose={() => put({ open: null })}
      >
        {({ list }) => (
          <DataTable<Software>
            label={t('title')}
            rowKey={(row) => row.id}
            dataSource={list}
            selectedKey={open}
            onOpen={(row) => put({ open: String(row.id) })}
            onChange={sorted.onChange}
            columns={[
              {
                ...sorted.column('name'),
                title: t('column.name'),
                ellipsis: true,
                render: (_, row) => (
                  <span className={styles.two}>
                    <b>{row.name}</b>
                    <small>{row.notice}</small>
                  </span>
                ),
              },
              { ...sorted.column('version'), title: t('column.version'), width: 92, dataIndex: 'version' },
              ...(phone || detail
                ? []
                : [
                    { key: 'type', title: t('column.type'), width: 110, dataIndex: 'type' },
                    {
                      ...sorted.column('size'),
                      title: t('column.size'),
                      width: 100,
                      align: 'right' as const,
                      render: (_: unknown, row: Software) => formatBytes(row.size),
                    },
                    {
                      key: 'devices',
                      title: t('column.devices'),
                      width: 100,
                      align: 'right' as const,
                      dataIndex: 'devices',
                    },
                    {
                      ...sorted.column('created'),
                      title: t('column.created'),
                      width: 150,
                      render: (_: unknown, row: Software) => formatTime(row.createdAt),
                    },
                  ]),
              {
                key: 'do',
                title: '',
                width: phone ? 92 : 170,
                render: (_, row) => (
                  // biome-ignore lint/a11y/noStaticElementInteractions: only keeps clicks on the buttons from opening the row
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons are reached by keyboard as they are
                  <span onClick={(event) => event.stopPropagation()}>
                    <Can any={['Update:Device']}>
                      <Button type="link" onClick={() => setAssigning(row)}>
                        {t('assign')}
                      </Button>
                    </Can>
                    {!phone && (
                      <Can any={['Delete:Device']}>
                        <Popconfirm title={t('deleteAsk', { name: row.name })} onConfirm={() => remove.mutate(row.id)}>
                          <Button type="link" danger>
                            {t('common:action.delete')}
                          </Button>
                        </Popconfirm>
                      </Can>
                    )}
                  </span>
                ),
              },
            ]}
          />
        )}
      </ListPage>
      {uploading && <UploadDialog onClose={() => setUploading(false)} />}
      {assigning && (
        <AssignDialog
          software={assigning}
          onDone={() => {
            put({ open: String(assigning.id) });
            setAssigning(null);
          }}
          onClose={() => setAssigning(null)}
        />
      )}
    </>
  );
}
