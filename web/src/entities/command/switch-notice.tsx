import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { Can } from '@/entities/permission/can';
import { formatTime } from '@/ui/format/time';
import { SwitchButton } from './switch-dialog';
import { useMonitorSwitch } from './switch-queries';

interface Props {
  projectId: number;
  structureId: number;
  pointId: number;
  zone: string;
}

/** Says that a point is switched off, or will be; nothing while it is on. */
export function SwitchNotice({ projectId, structureId, pointId, zone }: Props) {
  const { t } = useTranslation('commands');
  const { data } = useMonitorSwitch(structureId, pointId);
  if (!data || (data.on && !data.next)) return null;
  const next = data.next
    ? t(data.next.on ? 'switch.nextOn' : 'switch.nextOff', {
        time: formatTime(data.next.from, zone),
        reason: data.next.reason || '—',
      })
    : '';
  if (data.on) return <Alert type="info" showIcon title={next} />;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('switch.offSince', { time: formatTime(data.since, zone), reason: data.reason })}
      description={[t('switch.effect'), next].filter(Boolean).join(' ')}
      action={
        <Can any={['Update:MeasuringPoint']}>
          <SwitchButton projectId={projectId} zone={zone} points={[pointId]} on />
        </Can>
      }
    />
  );
}
