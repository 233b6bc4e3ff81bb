import { Button, Pagination } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { LevelTag } from '@/entities/alert/level-tag';
import { useCan } from '@/entities/permission/permissions';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import { asLevel } from '@/ui/theme/tokens';
import { usePhone } from '@/ui/use-media';
import { AlertCards } from '../components/alert-cards';
import details from '../components/alert-detail.module.css';
import { AlertTable } from '../components/alert-table';
import styles from '../components/alert-timeline.module.css';
import { AssigneeBar } from '../components/assignee';
import { BulkPanel } from '../components/bulk-panel';
import { IncidentTimeline } from '../components/incident-timeline';
import { mayChoose } from '../model/chosen';
import { type Alert, type IncidentDetail, useAlertsOf, useIncident, useOwnIncident, useZone } from '../queries';

const pageSize = 20;
/** The most alerts that one call processes. */
const atOnce = 200;

/** One incident: its alerts, and everything that happened to them. */
export default function IncidentPage() {
  const { t } = useTranslation('alerts');
  const { alertId, projectId } = useParams();
  const query = useIncident(Number(alertId), Number(projectId));
  return (
    <QueryPanel query={query} rows={12} failure={t('incident.failed')}>
      {(incident) => <Incident alertId={Number(alertId)} incident={incident} />}
    </QueryPanel>
  );
}

function Incident({ alertId, incident }: { alertId: number; incident: IncidentDetail }) {
  const { t } = useTranslation(['alerts', 'common']);
  const navigate = useNavigate();
  const zone = useZone(incident.projectId);
  const may = useCan('Update:Alert');
  const own = useOwnIncident(alertId);
  const [chosen, setChosen] = useState<Alert[]>([]);
  const [bulk, setBulk] = useState(false);
  const waiting = incident.list.filter(({ status }) => status === 'Pending' || status === 'Notice');
  const all = useAlertsOf(waiting.slice(0, atOnce).map(({ id }) => id)).data?.list ?? [];
  const { from, until, alerts, points } = incident;
  function processed(left: readonly number[]) {
    setChosen(chosen.filter(({ id }) => left.includes(id)));
    if (left.length === 0) setBulk(false);
  }
  return (
    <div className={styles.page}>
      <Panel fill className={styles.wide}>
        <header className={styles.head}>
          <div>
            <div className={details.title}>
              <LevelTag level={asLevel(incident.level)} />
              <h2>{incident.structureName}</h2>
            </div>
            <p className={details.place}>
              {formatTime(from, zone, 'list')} – {until ? formatTime(until, zone, 'list') : t('incident.ongoing')} ·{' '}
              {t('incident.counts', { count: alerts, points })} ·{' '}
              {incident.open ? t('incident.active', { count: incident.active }) : t('incident.stateOver')}
            </p>
            <AssigneeBar
              projectId={incident.projectId}
              of={{
                assigneeId: incident.ownerId,
                assigneeName: incident.ownerName,
                assigneeHere: incident.ownerHere,
              }}
              may={may}
              busy={own.isPending}
              onGive={(accountId) => own.mutate({ accountId, seen: incident.ownerId })}
            />
          </div>
          {may && all.length > 0 && (
            <Button
              type="primary"
              onClick={() => {
                setChosen(all.filter(mayChoose));
                setBulk(true);
              }}
            >
              {t('incident.processAll', { count: all.length })}
            </Button>
          )}
          <Button onClick={() => navigate(`/projects/${incident.projectId}/alerts/incidents`)}>
            {t('incident.back')}
          </Button>
        </header>
      </Panel>
      <div className={styles.stack}>
        <Alerts incident={incident} chosen={chosen} onChoose={setChosen} onProcess={() => setBulk(true)} />
      </div>
      <div className={styles.side}>
        {bulk && chosen.length > 0 && <BulkPanel alerts={chosen} onDone={processed} onClose={() => setBulk(false)} />}
        <IncidentTimeline alertId={alertId} projectId={incident.projectId} zone={zone} />
      </div>
    </div>
  );
}

interface AlertsProps {
  incident: IncidentDetail;
  chosen: readonly Alert[];
  onChoose: (chosen: Alert[]) => void;
  onProcess: () => void;
}

/** The alerts of an incident, in the order of their beginning by pages. */
function Alerts({ incident, chosen, onChoose, onProcess }: AlertsProps) {
  const { t } = useTranslation(['alerts', 'common']);
  const navigate = useNavigate();
  const phone = usePhone();
  const [page, setPage] = useState(1);
  const ids = incident.list.map(({ id }) => id).slice((page - 1) * pageSize, page * pageSize);
  const query = useAlertsOf(ids);
  const open = (id: number) => navigate(`/projects/${incident.projectId}/alerts/${id}`);
  return (
    <Panel
      fill
      title={t('incident.alertList')}
      busy={query.isFetching && !query.isPending}
      extra={
        chosen.length > 0 && (
          <Button size="small" type="primary" onClick={onProcess}>
            {t('bulk.start')} {chosen.length}
          </Button>
        )
      }
    >
      <QueryPanel query={query} rows={6} failure={t('failed')}>
        {({ list }) =>
          phone ? (
            <AlertCards alerts={list} onOpen={open} chosen={null} onChoose={onChoose} />
          ) : (
            <AlertTable
              alerts={list}
              withProject={false}
              open={null}
              onOpen={open}
              chosen={chosen}
              onChoose={onChoose}
            />
          )
        }
      </QueryPanel>
      {incident.list.length > pageSize && (
        <div className={styles.pages}>
          <Pagination
            size="small"
            current={page}
            pageSize={pageSize}
            total={incident.list.length}
            showSizeChanger={false}
            onChange={setPage}
          />
        </div>
      )}
    </Panel>
  );
}
