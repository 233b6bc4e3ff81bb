import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useCan } from '@/entities/permission/permissions';
import { ChosenRow, ListPage, Space } from '@/ui/table/list-page';
import { usePhone } from '@/ui/use-media';
import { AlertCards } from '../components/alert-cards';
import { AlertDetailPanel } from '../components/alert-detail';
import { AlertTable } from '../components/alert-table';
import { BulkPanel } from '../components/bulk-panel';
import { Filters, LevelFilters } from '../components/filters';
import { NoAlerts } from '../components/no-alerts';
import { type AlertFilter, readFilter, writeFilter } from '../model/filter';
import { neighbor } from '../model/list';
import { type Alert, useAlertPage } from '../queries';
import styles from './alerts-page.module.css';
import { useOpened } from './use-opened';

const noAlerts: Alert[] = [];

/** Alerts of a project, or of all: the list stays readable while an alert is open. */
export default function AlertsPage() {
  const { t } = useTranslation(['alerts', 'common']);
  const projectId = Number(useParams().projectId ?? 0);
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const change = (wanted: Partial<AlertFilter>) => setSearch((old) => writeFilter(old, wanted), { replace: true });
  const { open, close } = useOpened(filter.open, change);
  const phone = usePhone();
  const mayProcess = useCan('Update:Alert');
  const [chosen, setChosen] = useState<Alert[]>([]);
  const [choosing, setChoosing] = useState(false); // on a phone, which has no checkboxes
  const [bulk, setBulk] = useState(false);
  const { query, pageSize, waiting, showWaiting } = useAlertPage(filter, projectId);
  const rows = query.data?.list ?? noAlerts;
  const measurements = [...new Set([...rows.map((a) => a.measurement), filter.measurement].filter(Boolean))];
  useListKeys({
    next: () => open(neighbor(rows, filter.open, 1)),
    previous: () => open(neighbor(rows, filter.open, -1)),
    close: () => (bulk ? setBulk(false) : close()),
  });

  function clear() {
    setChosen([]);
    setChoosing(false);
    setBulk(false);
  }
  function processed(left: readonly number[]) {
    if (left.length === 0) clear();
    else setChosen(chosen.filter(({ id }) => left.includes(id)));
  }
  const detail =
    bulk && chosen.length > 0 ? (
      <BulkPanel alerts={chosen} onDone={processed} onClose={() => setBulk(false)} />
    ) : (
      filter.open !== null && <AlertDetailPanel key={filter.open} alertId={filter.open} onClose={close} />
    );
  return (
    <ListPage
      query={query}
      failure={t('failed')}
      empty={<NoAlerts filter={filter} projectId={projectId} onChange={change} />}
      head={
        <>
          <LevelFilters filter={filter} counts={query.data?.counts} onChange={change} />
          <Filters filter={filter} projectId={projectId} measurements={measurements} onChange={change}>
            {phone && mayProcess && (
              <Button onClick={() => (choosing ? clear() : setChoosing(true))}>
                {choosing ? t('bulk.clear') : t('bulk.select')}
              </Button>
            )}
          </Filters>
          {chosen.length > 0 && (
            <ChosenRow>
              <b>{t('bulk.selected', { count: chosen.length })}</b>
              <Button type="link" onClick={clear}>
                {t('bulk.clear')}
              </Button>
              <Space />
              <Button type="primary" onClick={() => setBulk(true)}>
                {t('bulk.start')}
              </Button>
            </ChosenRow>
          )}
          {waiting > 0 && (
            <div className={styles.news} role="status">
              <Button type="link" onClick={showWaiting}>
                {t('news', { count: waiting })}
              </Button>
            </div>
          )}
        </>
      }
      total={(count) => t('foot', { count })}
      page={filter.page}
      pageSize={pageSize}
      onPage={(page) => change({ page })}
      detail={detail}
      onClose={bulk ? () => setBulk(false) : close}
    >
      {(page) =>
        phone ? (
          <AlertCards alerts={page.list} onOpen={open} chosen={choosing ? chosen : null} onChoose={setChosen} />
        ) : (
          <AlertTable
            alerts={page.list}
            withProject={projectId === 0}
            open={filter.open}
            onOpen={open}
            chosen={chosen}
            onChoose={setChosen}
          />
        )
      }
    </ListPage>
  );
}

interface Keys {
  next: () => void;
  previous: () => void;
  close: () => void;
}

/** j and k move through the list, Esc closes the detail, unless the focus is in a field. */
function useListKeys(keys: Keys) {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest('input, textarea, select, [contenteditable], .ant-modal, tr[tabindex]')) return;
      if (event.key === 'j') latest.current.next();
      else if (event.key === 'k') latest.current.previous();
      else if (event.key === 'Escape') latest.current.close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
