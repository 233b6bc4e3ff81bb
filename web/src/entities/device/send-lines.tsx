import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deviceModelsQuery, useDeviceType } from '@/api/catalog';
import type { Device } from '@/api/devices';
import { Copyable } from '@/ui/copyable';
import { useEndpoints } from './access-queries';
import styles from './device-access.module.css';
import { curlLines, pubLine, type Sample, topicOf } from './howto';
import { sampleBlock, sampleValues } from './sample';

/** A message that a device could send now. */
export function useSample(device: Pick<Device, 'type' | 'model'>): Sample {
  const type = useDeviceType(device.type);
  const { data: models = [] } = useQuery(deviceModelsQuery);
  const raw = type?.rawFields ?? [];
  const block = sampleBlock(raw);
  return block ? { block } : sampleValues(raw, models.find((one) => one.code === device.model)?.channelProtocol);
}

interface Props {
  device: Device;
  /** Empty if no longer known: the lines then show where to put it. */
  secret: string;
  /** Other values than the usual ones of its type. */
  values?: Record<string, number> | undefined;
  only?: 'mqtt' | 'http';
}

/** The command lines that send one reading as the device, ready to run. */
export function SendLines({ device, secret, values, only }: Props) {
  const { t } = useTranslation('console');
  const endpoints = useEndpoints().data;
  const usual = useSample(device);
  const sample = values ?? usual;
  const register = device.register ?? '';
  const access = { register, secret: secret || t('access.placeholder') };
  return (
    <div className={styles.lines}>
      {only !== 'http' && endpoints && (
        <>
          <b>
            {t('access.line')} <small>{topicOf(register)}</small>
          </b>
          <Copyable
            label={t('access.copyLine', { way: 'MQTT' })}
            text={pubLine(
              {
                host: endpoints.mqttHost || location.hostname,
                port: endpoints.mqttPort,
                tls: endpoints.mqttTls,
                ...access,
              },
              sample,
            )}
          />
        </>
      )}
      {only !== 'mqtt' && (
        <>
          <b>
            {t('access.http')} <small>{t('access.signing')}</small>
          </b>
          <Copyable label={t('access.copyLine', { way: 'HTTP' })} text={curlLines(location.origin, access, sample)} />
        </>
      )}
    </div>
  );
}
