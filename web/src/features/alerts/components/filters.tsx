import { DownloadOutlined } from '@ant-design/icons';
import { Button, Checkbox, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMeasurementName } from '@/api/catalog';
import { AlertsNav } from '@/entities/alert/alerts-nav';
import { LevelIcon } from '@/entities/alert/level-icon';
import list from '@/ui/list-page.module.css';
import { ListRow, ListSearch, Space } from '@/ui/table/list-page';
import { type Level, worstFirst } from '@/ui/theme/tokens';
import { type AlertFilter, groupCount, groups, type Owner, owners, spans } from '../model/filter';
import styles from '../pages/alerts-page.module.css';
import { type useAlertPage, useExport, useProjectOptions } from '../queries';

interface Props {
  filter: AlertFilter;
  onChange: (wanted: Partial<AlertFilter>) => void;
}

type Counts = NonNullable<ReturnType<typeof useAlertPage>['query']['data']>['counts'];

/** Filters by state and level, with counts. */
export function LevelFilters({ filter, counts, onChange: change }: Props & { counts: Counts | undefined }) {
  const { t } = useTranslation(['alerts', 'common']);
  const shown = counts && (filter.health ? counts.deviceHealth : filter.graded ? counts.graded : counts);
  const levels = filter.graded ? counts?.graded.levels : counts?.levels;
  return (
    <fieldset className={`${list.row} ${styles.counts}`} aria-label={t('filter.label')}>
      <FilterButton
        pressed={filter.group === null && filter.level === null && !filter.health && !filter.graded}
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
          {t(`filter.${group}`)} <b>{shown ? groupCount(shown.statuses, group) : 0}</b>
        </FilterButton>
      ))}
      <span className={styles.rule} aria-hidden="true" />
      {worstFirst
        .filter((level): level is Exclude<Level, 0> => level > 0)
        .map((level) => (
          <FilterButton
            key={level}
            pressed={filter.level === level}
            onClick={() =>
              change({ level: filter.level === level ? null : level, ...(filter.health ? { health: false } : {}) })
            }
          >
            <LevelIcon level={level} decorative /> {t(`common:level.${level}`)} <b>{levels?.[level] ?? 0}</b>
          </FilterButton>
        ))}
      <span className={styles.rule} aria-hidden="true" />
      <FilterButton
        pressed={filter.health}
        onClick={() => change({ health: !filter.health, level: null, measurement: '' })}
      >
        <span className={styles.fault}>{t('filter.deviceHealth')}</span> <b>{counts?.deviceHealth.total ?? 0}</b>
      </FilterButton>
      <FilterButton pressed={filter.graded} onClick={() => change({ graded: !filter.graded })}>
        {t('common:gradedWarning')} <b>{counts?.graded.total ?? 0}</b>
      </FilterButton>
    </fieldset>
  );
}

interface FiltersProps extends Props {
  projectId: number;
  measurements: string[];
  /** Further actions on the list. */
  children: ReactNode;
}

/** Search, project, measurement, time span and export. */
export function Filters({ filter, projectId, measurements, onChange: change, children }: FiltersProps) {
  const { t } = useTranslation(['alerts', 'common']);
  const exporting = useExport(projectId);
  const measurementName = useMeasurementName();
  const projects = useProjectOptions(projectId === 0);
  return (
    <ListRow>
      <AlertsNav projectId={projectId} here="alerts" />
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
      <Select<Owner | ''>
        className={styles.choice ?? ''}
        aria-label={t('assignee.label')}
        value={filter.owner ?? ''}
        options={[
          { value: '', label: t('assignee.all') },
          ...owners.map((value) => ({ value, label: t(`assignee.filter.${value}`) })),
        ]}
        onChange={(owner) => change({ owner: owner || null })}
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
      {children}
      <Button
        icon={<DownloadOutlined aria-hidden />}
        loading={exporting.isPending}
        onClick={() => exporting.mutate(filter)}
      >
        {t('common:action.export')}
      </Button>
    </ListRow>
  );
}

function FilterButton({ pressed, onClick, children }: { pressed: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.filter} aria-pressed={pressed} onClick={onClick}>
      {children}
    </button>
  );
}
