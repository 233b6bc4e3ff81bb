import { Button, Input, Modal, Pagination, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { formatTime } from '@/shared/format/time';
import { DataTable } from '@/shared/table/data-table';
import { asLevel } from '@/shared/theme/tokens';
import { LevelIcon } from '@/shared/ui/level-icon';
import list from '@/shared/ui/list-page.module.css';
import { Panel } from '@/shared/ui/panel';
import { PanelEmpty, QueryPanel } from '@/shared/ui/states';
import { usePhone } from '@/shared/ui/use-media';
import { NotificationDetail } from '../components/notification-detail';
import { type Notification, type ReadState, useBulk, useNotifications } from '../queries';
import styles from './notifications-page.module.css';

const pageSize = 20;
const states: ReadState[] = ['', 'unread', 'read'];
const kindTexts = {
  '': 'kind.all',
  'alarm.raised': 'kind.raised',
  'alarm.escalated': 'kind.escalated',
  'alarm.restored': 'kind.restored',
  'help.entered': 'kind.help',
} as const;
const kinds = Object.keys(kindTexts) as (keyof typeof kindTexts)[];

/** The news of the account, and one of them beside. */
export default function NotificationsPage() {
  const { t } = useTranslation(['notifications', 'common']);
  const params = useParams();
  const open = params.notificationId ? Number(params.notificationId) : null;
  const navigate = useNavigate();
  const phone = usePhone();
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number(search.get('page') ?? 1) || 1);
  const given = search.get('state');
  const state: ReadState = given === 'unread' || given === 'read' ? given : '';
  const kind = search.get('kind') ?? '';
  const name = search.get('q') ?? '';
  const [selected, setSelected] = useState<number[]>([]);
  const [deleting, setDeleting] = useState(false);
  const query = useNotifications({ page, pageSize, state, kind, name });
  const read = useBulk('bulk-read');
  const remove = useBulk('bulk-delete');
  const put = (change: Record<string, string | null>) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [key, value] of Object.entries(change)) {
          if (value) next.set(key, value);
          else next.delete(key);
        }
        return next;
      },
      { replace: true },
    );
  const go = (id: number | null) =>
    navigate({ pathname: id ? `/notifications/${id}` : '/notifications', search: search.toString() });
  const detail = open !== null && <NotificationDetail notificationId={open} onClose={() => go(null)} />;
  if (phone && detail) return detail;

  return (
    <div className={list.page} data-detail={detail ? 'open' : 'closed'}>
      <Panel fill busy={query.isFetching && !query.isPending}>
        <div className={list.column}>
          <div className={list.row}>
            <Input.Search
              allowClear
              className={list.search ?? ''}
              placeholder={t('search')}
              aria-label={t('search')}
              defaultValue={name}
              onSearch={(text) => put({ q: text.trim() || null, page: null })}
            />
            <Segmented<ReadState>
              aria-label={t('state.label')}
              value={state}
              options={states.map((value) => ({ value, label: t(`state.${value || 'all'}`) }))}
              onChange={(value) => put({ state: value || null, page: null })}
            />
            <Select
              className={styles.kind ?? ''}
              aria-label={t('kind.label')}
              value={kind as keyof typeof kindTexts}
              options={kinds.map((value) => ({ value, label: t(kindTexts[value]) }))}
              onChange={(value) => put({ kind: value || null, page: null })}
            />
            <span className={list.space} />
            <Button loading={read.isPending && selected.length === 0} onClick={() => read.mutate([])}>
              {t('readAll')}
            </Button>
          </div>
          {selected.length > 0 && (
            <div className={styles.bulk}>
              <b>{t('selected', { count: selected.length })}</b>
              <Button type="link" onClick={() => setSelected([])}>
                {t('clear')}
              </Button>
              <Button onClick={() => read.mutate(selected, { onSuccess: () => setSelected([]) })}>{t('read')}</Button>
              <Button danger onClick={() => setDeleting(true)}>
                {t('common:action.delete')}
              </Button>
            </div>
          )}
          <div className={list.scroll}>
            <QueryPanel
              query={query}
              failure={t('failed')}
              rows={10}
              isEmpty={(one) => one.list.length === 0}
              empty={<PanelEmpty title={state || kind || name ? t('noneMatch') : t('none')} />}
            >
              {(one) => (
                <DataTable<Notification>
                  label={t('title')}
                  rowKey={(row) => row.id}
                  dataSource={one.list}
                  selectedKey={open ?? undefined}
                  onOpen={(row) => go(row.id)}
                  rowSelection={{
                    selectedRowKeys: selected,
                    onChange: (ids) => setSelected(ids.map(Number)),
                    getCheckboxProps: (row) => ({ 'aria-label': row.title }),
                  }}
                  columns={[
                    {
                      key: 'title',
                      title: t('column.title'),
                      render: (_, row) => (
                        <span className={styles.title} data-unread={!row.read}>
                          {row.level > 0 && <LevelIcon level={asLevel(row.level)} />}
                          {row.title}
                          {!row.read && <span className={styles.quiet}>{t('unread')}</span>}
                        </span>
                      ),
                    },
                    {
                      key: 'time',
                      align: 'right',
                      width: 120,
                      title: t('column.time'),
                      render: (_, row) => formatTime(row.createdAt, undefined, 'list'),
                    },
                  ]}
                />
              )}
            </QueryPanel>
          </div>
          <div className={list.foot}>
            <span>{t('common:table.total', { total: query.data?.total ?? 0 })}</span>
            <Pagination
              simple={phone}
              current={page}
              pageSize={pageSize}
              total={query.data?.total ?? 0}
              showSizeChanger={false}
              onChange={(next) => put({ page: next === 1 ? null : String(next) })}
            />
          </div>
        </div>
      </Panel>
      {detail}
      <Modal
        open={deleting}
        width={420}
        title={t('deleteTitle', { count: selected.length })}
        okText={t('common:action.delete')}
        okButtonProps={{ danger: true, loading: remove.isPending }}
        onCancel={() => setDeleting(false)}
        onOk={() =>
          remove.mutate(selected, {
            onSuccess: () => {
              setSelected([]);
              setDeleting(false);
            },
          })
        }
      >
        {t('deleteHint')}
      </Modal>
    </div>
  );
}
