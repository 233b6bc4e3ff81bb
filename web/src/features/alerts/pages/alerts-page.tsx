import { DownloadOutlined } from '@ant-design/icons';
import { Button, Checkbox, Select } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useMeasurementName } from '@/api/catalogue';
import { LevelIcon } from '@/entities/alert/level-icon';
import { useCan } from '@/entities/permission/permissions';
import list from '@/ui/list-page.module.css';
import { ChosenRow, ListPage, ListRow, ListSearch, Space } from '@/ui/table/list-page';
import { type Level, worstFirst } from '@/ui/theme/tokens';
import { usePhone } from '@/ui/use-media';
import { AlertCards } from '../components/alert-cards';
import { AlertDetailPanel } from '../components/alert-detail';
import { AlertTable } from '../components/alert-table';
import { BulkPanel } from '../components/bulk-panel';
import { NoAlerts } from '../components/no-alerts';
import { type AlertFilter, groupCount, groups, readFilter, spans, writeFilter } from '../model/filter';
import { neighbour } from '../model/list';
import { type Alert, useAlertPage, useExport, useProjectOptions } from '../queries';
import styles from './alerts-page.module.css';
import { useOpened } from './use-opened';

const noAlerts: Alert[] = [];

/** Alerts of a project, or of all: the list stays readable while one of them is looked at. */
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
  const exporting = useExport(projectId);
  const measurementName = useMeasurementName();
  const projects = useProjectOptions(projectId === 0);
  const { query, pageSize, waiting, showWaiting } = useAlertPage(filter, projectId);
  const counts = query.data?.counts;
  const rows = query.data?.list ?? noAlerts;
  const measurements = [...new Set([...rows.map((a) => a.measurement), filter.measurement].filter(Boolean))];
  useListKeys({
    next: () => open(neighbour(rows, filter.open, 1)),
    previous: () => open(neighbour(rows, filter.open, -1)),
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
          <fieldset className={`${list.row} ${styles.counts}`} aria-label={t('filter.label')}>
            <FilterButton
              pressed={filter.group === null && filter.level === null && !filter.health}
              onClick={() => change({ group: null, level: null, health: false })}
            >
              {t('filter.all')} <b>{counts?.total ?? 0}</b>
            </FilterButton>
            {groups.map((group) => (
              <FilterButton
                key={group}
                pressed={filter.group === group}
                onClick={() => change({ group: filter.group === group ? null : group })}
              >
                {t(`filter.${group}`)}{' '}
                <b>{counts ? groupCount(filter.health ? counts.deviceHealth.statuses : counts.statuses, group) : 0}</b>
              </FilterButton>
            ))}
            <span className={styles.rule} aria-hidden="true" />
            {worstFirst
              .filter((level): level is Exclude<Level, 0> => level > 0)
              .map((level) => (
                <FilterButton
                  key={level}
                  pressed={filter.level === level}
                  onClick={() => change({ level: filter.level === level ? null : level, health: false })}
                >
                  <LevelIcon level={level} decorative /> {t(`common:level.${level}`)}{' '}
                  <b>{counts?.levels[level] ?? 0}</b>
                </FilterButton>
              ))}
            <span className={styles.rule} aria-hidden="true" />
            <FilterButton
              pressed={filter.health}
              onClick={() => change({ health: !filter.health, level: null, measurement: '' })}
            >
              <span className={styles.fault}>{t('filter.deviceHealth')}</span> <b>{counts?.deviceHealth.total ?? 0}</b>
            </FilterButton>
          </fieldset>
          <ListRow>
            <ListSearch text={filter.text} label={t('filter.search')} onSearch={(text) => change({ text })} />
            {projectId === 0 && (
              <Select
                className={styles.choice ?? ''}
                aria-label={t('common:entity.project')}
                value={filter.project}
                showSearch={{ optionFilterProp: 'label' }}
                options={[{ value: 0, label: t('filter.allProjects') }, ...projects]}
                onChange={(project: number) => change({ project })}
              />
            )}
            <Select
              className={styles.choice ?? ''}
              aria-label={t('common:entity.measurement')}
              value={filter.measurement}
              options={[
                { value: '', label: t('filter.allMeasurements') },
                ...measurements.map((code) => ({ value: code, label: measurementName(code) })),
              ]}
              onChange={(measurement: string) => change({ measurement })}
            />
            <Select
              className={styles.choice ?? ''}
              aria-label={t('filter.span')}
              value={filter.span}
              options={spans.map((value) => ({ value, label: t(`span.${value}`) }))}
              onChange={(span) => change({ span })}
            />
            <Space />
            <Checkbox checked={filter.withdrawn} onChange={(event) => change({ withdrawn: event.target.checked })}>
              {t('filter.withdrawn')}
            </Checkbox>
            {phone && mayProcess && (
              <Button onClick={() => (choosing ? clear() : setChoosing(true))}>
                {choosing ? t('bulk.clear') : t('bulk.select')}
              </Button>
            )}
            <Button
              icon={<DownloadOutlined aria-hidden />}
              loading={exporting.isPending}
              onClick={() => exporting.mutate(filter)}
            >
              {t('common:action.export')}
            </Button>
          </ListRow>
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

function FilterButton({ pressed, onClick, children }: { pressed: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.filter} aria-pressed={pressed} onClick={onClick}>
      {children}
    </button>
  );
}

interface Keys {
  next: () => void;
  previous: () => void;
  close: () => void;
}

/** j and k walk through the list, Esc closes the detail, wherever the focus is but in a field. */
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
