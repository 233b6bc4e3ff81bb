import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCan } from '@/entities/permission/permissions';

const paths = { alerts: 'alerts', rules: 'alerts/rules', messages: 'alerts/messages', duty: 'alerts/duty' };

interface Props {
  projectId: number;
  here: keyof typeof paths;
}

/** The tabs of the alerts of a project: the alerts, the rules that send messages about them, the messages, and who is on duty. */
export function AlertsNav({ projectId, here }: Props) {
  const { t } = useTranslation('alerts');
  const navigate = useNavigate();
  const may = useCan('View:AlertRule');
  if (!may || projectId === 0) return null;
  return (
    <Segmented
      value={here}
      aria-label={t('title')}
      options={Object.keys(paths).map((value) => ({ value, label: t(`nav.${value as 'alerts'}`) }))}
      onChange={(to) => navigate(`/projects/${projectId}/${paths[to as 'alerts']}`)}
    />
  );
}
