import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyDialog } from '@/entities/key/key-dialog';
import keys from '@/entities/key/keys.module.css';
import { KeysTable } from '@/entities/key/keys-table';
import { keysQuery } from '@/entities/key/queries';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import styles from './security.module.css';

/** The most valid keys a person may have, and some expired ones. */
const shown = 100;

/** The own API keys. */
export function KeysPanel({ userId }: { userId: number }) {
  const { t } = useTranslation('security');
  const [creating, setCreating] = useState(false);
  const query = useQuery(keysQuery({ userId }, { page: 1, pageSize: shown }));
  return (
    <Panel
      title={t('keys.title')}
      className={styles.wide}
      busy={query.isFetching && !query.isPending}
      extra={
        <Button type="link" onClick={() => setCreating(true)}>
          {t('keys.create')}
        </Button>
      }
    >
      <p className={keys.hint}>{t('keys.ownHint')}</p>
      <QueryPanel
        query={query}
        failure={t('keys.failed')}
        rows={3}
        isEmpty={(page) => page.list.length === 0}
        empty={<PanelEmpty title={t('keys.none')} />}
      >
        {({ list }) => <KeysTable owner={{ userId }} list={list} mayRevoke />}
      </QueryPanel>
      {creating && <KeyDialog owner={{ userId }} onClose={() => setCreating(false)} />}
    </Panel>
  );
}
