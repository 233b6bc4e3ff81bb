import { useQuery } from '@tanstack/react-query';
import { Button, Input, Pagination } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyDialog } from '@/entities/key/key-dialog';
import keys from '@/entities/key/keys.module.css';
import { KeysTable } from '@/entities/key/keys-table';
import { keysQuery } from '@/entities/key/queries';
import { Can } from '@/entities/permission/can';
import { useCan } from '@/entities/permission/permissions';
import { useSession } from '@/entities/session/session-store';
import list from '@/ui/list-page.module.css';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { useAddress } from '@/ui/table/use-address';

const pageSize = 20;

/** The API keys of the corporation: its services' and its people's. */
export default function CorporationKeysPage() {
  const { t } = useTranslation('security');
  const corporationId = useSession()?.user.corporationId ?? 0;
  const mayChange = useCan('Update:Corporation');
  const { search, put, page } = useAddress();
  const name = search.get('q') ?? '';
  const [creating, setCreating] = useState(false);
  const query = useQuery(keysQuery({ corporationId }, { page, pageSize, name: name || undefined }));

  return (
    <div className={list.page} data-detail="closed">
      <Panel fill busy={query.isFetching && !query.isPending}>
        <div className={list.column}>
          <div className={list.row}>
            <Input.Search
              allowClear
              className={list.search ?? ''}
              placeholder={t('keys.search')}
              aria-label={t('keys.search')}
              defaultValue={name}
              onSearch={(text) => put({ q: text.trim() || null, page: null })}
            />
            <span className={list.space} />
            <Can any={['Update:Corporation']}>
              <Button type="primary" onClick={() => setCreating(true)}>
                {t('keys.createService')}
              </Button>
            </Can>
          </div>
          <p className={keys.hint}>{t('keys.serviceHint')}</p>
          <div className={list.scroll}>
            <QueryPanel
              query={query}
              failure={t('keys.failed')}
              rows={8}
              isEmpty={(found) => found.list.length === 0}
              empty={<PanelEmpty title={t('keys.none')} />}
            >
              {(found) => <KeysTable owner={{ corporationId }} list={found.list} mayRevoke={mayChange} />}
            </QueryPanel>
          </div>
          {(query.data?.total ?? 0) > pageSize && (
            <Pagination
              size="small"
              current={page}
              pageSize={pageSize}
              total={query.data?.total ?? 0}
              showSizeChanger={false}
              onChange={(next) => put({ page: next > 1 ? String(next) : null })}
            />
          )}
        </div>
      </Panel>
      {creating && <KeyDialog owner={{ corporationId }} onClose={() => setCreating(false)} />}
    </div>
  );
}
