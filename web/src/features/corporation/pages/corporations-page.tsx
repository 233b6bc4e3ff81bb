import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useSession } from '@/entities/session/session-store';
import { Panel } from '@/ui/panel';
import { NoPermission, PanelEmpty, QueryPanel } from '@/ui/states';
import { CorporationDialog } from '../components/corporation-dialog';
import { CorporationTable } from '../components/corporation-table';
import { corporationsQuery } from '../queries';
import styles from './corporations-page.module.css';

const pageSize = 20;
const states = ['active', 'disabled'] as const;

/** The corporations of the platform, for its operators. Search, state, order and page are in the address. */
export default function CorporationsPage() {
  const { t } = useTranslation(['corporation', 'common']);
  const session = useSession();
  const [search, setSearch] = useSearchParams();
  const [making, setMaking] = useState(false);
  const name = search.get('name') ?? '';
  const state = states.find((one) => one === search.get('state'));
  const sort = search.get('sort') ?? '';
  const page = Math.max(1, Number(search.get('page')) || 1);
  const operator = session?.user.type === 'System' && !session.helping;
  const query = useQuery({ ...corporationsQuery({ name, state, sort, page, pageSize }), enabled: operator });
  if (!operator)
    return (
      <NoPermission permission="View:Corporation" action={<Link to="/dashboard">{t('common:action.backHome')}</Link>} />
    );

  function show(change: Record<string, string>) {
    const next = new URLSearchParams(search);
    next.delete('page');
    for (const [key, value] of Object.entries(change)) {
      if (value) next.set(key, value);
      else next.delete(key);
    }
    setSearch(next, { replace: true });
  }

  return (
    <Panel
      title={t('list.title')}
      busy={query.isFetching && query.data !== undefined}
      className={styles.panel}
      extra={
        <div className={styles.tools}>
          <Select
            value={state ?? ''}
            onChange={(value) => show({ state: value })}
            aria-label={t('list.state')}
            className={styles.state ?? ''}
            options={[
              { value: '', label: t('list.all') },
              ...states.map((value) => ({ value, label: t(`list.states.${value}`) })),
            ]}
          />
          <Input.Search
            key={name}
            allowClear
            defaultValue={name}
            placeholder={t('list.search')}
            aria-label={t('list.search')}
            onSearch={(text) => show({ name: text.trim() })}
            className={styles.search ?? ''}
          />
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setMaking(true)}>
            {t('list.create')}
          </Button>
          {making && <CorporationDialog onClose={() => setMaking(false)} />}
        </div>
      }
    >
      <QueryPanel
        query={query}
        rows={10}
        failure={t('list.failed')}
        isEmpty={(answer) => answer.list.length === 0}
        empty={
          name || state ? (
            <PanelEmpty
              title={t('list.noMatch')}
              action={<Button onClick={() => show({ name: '', state: '' })}>{t('list.clear')}</Button>}
            />
          ) : (
            <PanelEmpty title={t('list.empty')} />
          )
        }
      >
        {(answer) => (
          <CorporationTable
            list={answer.list}
            total={answer.total}
            sort={sort}
            page={page}
            pageSize={pageSize}
            onSort={(wanted) => show({ sort: wanted })}
            onPage={(wanted) => show({ page: wanted > 1 ? String(wanted) : '' })}
          />
        )}
      </QueryPanel>
    </Panel>
  );
}
