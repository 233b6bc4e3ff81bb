import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCan } from '@/entities/permission/permissions';

const paths = {
  alerts: 'alerts',
  incidents: 'alerts/incidents',
  rules: 'alerts/rules',
  messages: 'alerts/messages',
  webhooks: 'alerts/webhooks',
  duty: 'alerts/duty',
  silences: 'alerts/silences',
  drills: 'alerts/drills',
  fieldActions: 'alerts/field-actions',
  gradings: 'alerts/gradings',
  quality: 'alerts/quality',
};
type Place = keyof typeof paths;

interface Props {
  projectId: number;
  here: Place;
}

/**
 * The tabs of the alerts of a project: the alerts, their incidents, the rules that send messages about them, the messages, the
 * webhooks, who is on duty, times of maintenance, drills of the rules, what devices
 * do because of alerts, graded early warning, and how well the alerts serve people.
 */
export function AlertsNav({ projectId, here }: Props) {
  const { t } = useTranslation('alerts');
  const navigate = useNavigate();
  const seesAlerts = useCan('View:Alert');
  const seesRules = useCan('View:AlertRule');
  const needs: Record<Place, boolean> = {
    alerts: seesAlerts,
    incidents: seesAlerts,
    rules: seesRules,
    messages: seesRules,
    webhooks: seesRules,
    duty: seesRules,
    silences: seesRules,
    drills: seesRules,
    fieldActions: seesRules,
    gradings: seesRules,
    quality: seesAlerts,
  };
  const places = (Object.keys(paths) as Place[]).filter((place) => needs[place]);
  if (places.length < 2 || projectId === 0) return null;
  return (
    <Segmented<Place>
      value={here}
      aria-label={t('title')}
      options={places.map((value) => ({ value, label: t(`nav.${value}`) }))}
      onChange={(to) => navigate(`/projects/${projectId}/${paths[to]}`)}
    />
  );
}
