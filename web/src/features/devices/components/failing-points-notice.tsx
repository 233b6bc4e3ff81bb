import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { components } from '@/api/schema.gen';
import { formatTime } from '@/ui/format/time';

/** Says which points of a device have readings that cannot be computed or stored at the moment. */
export function FailingPointsNotice({ device, zone }: { device: components['schemas']['DeviceDetail']; zone: string }) {
  const { t } = useTranslation('console');
  return (
    <>
      {device.ailing.map((one) => (
        <Alert
          key={one.measuringPointId}
          type="error"
          showIcon
          banner
          title={`${one.name} · ${t('point.failing')}`}
          description={t('point.failingHint', { since: formatTime(one.since, zone), count: one.attempts })}
        />
      ))}
    </>
  );
}
