import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { structuresQuery } from '@/api/project';
import { AlertsNav } from '@/entities/alert/alerts-nav';
import { LevelTag } from '@/entities/alert/level-tag';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { ListPage, ListRow, Space } from '@/ui/table/list-page';
import { asLevel } from '@/ui/theme/tokens';
import { AssigneeName } from '../components/assignee';
import { spans } from '../model/filter';
import { type IncidentFilter, readIncidents, type State, states, writeIncidents } from '../model/incident';
import { type Incident, useIncidents, useZone } from '../queries';
import styles from './alerts-page.module.css';

const levels = [2, 3, 4] as const;

/** Incidents of a project: alerts of one structure that overlap in time. */
export default function IncidentsPage() {
  const { t } = useTranslation(['alerts', 'common']);
  const projectId = Number(useParams().projectId);
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const zone = useZone(projectId);
  const filter = readIncidents(search);
  const change = (wanted: Partial<IncidentFilter>) =>
    setSearch((old) => writeIncidents(old, wanted), { replace: true });
  const query = useIncidents(projectId, filter);
  const narrowed = filter.state !== null || filter.level > 0 || filter.structure > 0 || filter.span !== 'all';
  return (
    <ListPage
      query={query}
      failure={t('incident.failed')}
      empty={
        narrowed ? (
          <PanelEmpty
            title={t('incident.noneMatch')}
            action={
              <Button onClick={() => change({ state: null, level: 0, structure: 0, span: 'all' })}>
                {t('common:action.clearFilters')}
              </Button>
            }
          />
        ) : (
          <PanelEmpty title={t('incident.none')} hint={t('incident.noneHint')} />
        )
      }
      head={<Filters projectId={projectId} filter={filter} onChange={change} />}
      total={(count) => t('incident.foot', { count })}
      page={filter.page}
      pageSize={20}
      onPage={(page) => change({ page })}
      detail={null}
      onClose={() => undefined}
    >
      {({ list }) => (
        <DataTable<Incident>
          label={t('incident.list')}
          rowKey={({ id }) => id}
          dataSource={list}
          cards={['level', 'structure', 'alerts']}
          onOpen={({ id }) => navigate(`/projects/${projectId}/alerts/incidents/${id}`)}
          columns={[
            {
              key: 'level',
              title: t('column.level'),
              width: 110,
              render: (_, { level }) => <LevelTag level={asLevel(level)} />,
            },
            {
              key: 'structure',
              title: t('incident.structure'),
              render: (_, { structureName }) => <b>{structureName}</b>,
            },
            {
              key: 'span',
              title: t('incident.span'),
              render: (_, { from, until }) =>
                `${formatTime(from, zone, 'list')} – ${until ? formatTime(until, zone, 'list') : t('incident.ongoing')}`,
            },
            {
              key: 'alerts',
              title: t('incident.alerts'),
              render: (_, { alerts, points }) => t('incident.counts', { count: alerts, points }),
            },
            {
              key: 'state',
              title: t('incident.state'),
              render: (_, { open, active }) => (
                <span className={styles.status} data-open={open}>
                  {open ? t('incident.active', { count: active }) : t('incident.stateOver')}
                </span>
              ),
            },
            {
              key: 'owner',
              title: t('assignee.label'),
              render: (_, { ownerId, ownerName, ownerHere }) => (
                <AssigneeName of={{ assigneeId: ownerId, assigneeName: ownerName, assigneeHere: ownerHere }} />
              ),
            },
          ]}
        />
      )}
    </ListPage>
  );
}

interface FiltersProps {
  projectId: number;
  filter: IncidentFilter;
  onChange: (wanted: Partial<IncidentFilter>) => void;
}

/** State, level, structure and time span. */
function Filters({ projectId, filter, onChange: change }: FiltersProps) {
  const { t } = useTranslation(['alerts', 'common']);
  const structures = (useQuery(structuresQuery(projectId)).data?.list ?? []).filter(({ isItem }) => !isItem);
  return (
    <ListRow>
      <AlertsNav projectId={projectId} here="incidents" />
      <Select<State | ''>
        className={styles.choice ?? ''}
        aria-label={t('incident.state')}
        value={filter.state ?? ''}
        options={[
          { value: '', label: t('incident.allStates') },
          ...states.map((value) => ({
            value,
            label: t(value === 'open' ? 'incident.stateOpen' : 'incident.stateOver'),
          })),
        ]}
        onChange={(state) => change({ state: state || null })}
      />
      <Select
        className={styles.choice ?? ''}
        aria-label={t('column.level')}
        value={filter.level}
        options={[
          { value: 0, label: t('incident.allLevels') },
          ...levels.map((value) => ({
            value: value as number,
            label: value === 4 ? t('common:level.4') : t('incident.atLeast', { level: t(`common:level.${value}`) }),
          })),
        ]}
        onChange={(level: number) => change({ level })}
      />
      <Select
        className={styles.choice ?? ''}
        aria-label={t('incident.structure')}
        value={filter.structure}
        showSearch={{ optionFilterProp: 'label' }}
        options={[
          { value: 0, label: t('incident.allStructures') },
          ...structures.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(structure: number) => change({ structure })}
      />
      <Select
        className={styles.choice ?? ''}
        aria-label={t('filter.span')}
        value={filter.span}
        options={spans.map((value) => ({ value, label: t(`span.${value}`) }))}
        onChange={(span) => change({ span })}
      />
      <Space />
    </ListRow>
  );
}
