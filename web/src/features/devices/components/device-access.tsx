import { KeyOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceTypesQuery } from '@/api/catalogue';
import { Can } from '@/shared/perm/can';
import { Copyable } from '@/shared/ui/copyable';
import styles from '../devices.module.css';
import { pubLine, sampleMessage, topicOf } from '../model/howto';
import { type Device, useDoors, useIssueSecret } from '../queries';

const graceSeconds = 86_400;

/** How a device proves itself and sends: its topic, its line for the shell, a new secret. */
export function DeviceAccess({ device }: { device: Device }) {
  const { t } = useTranslation(['console', 'common']);
  const issue = useIssueSecret(device.corporationId, device.id);
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.form}>
      {issue.data ? (
        <SecretCard device={device} secret={issue.data.secret} />
      ) : (
        <>
          <p>{t('access.hidden')}</p>
          <HowTo device={device} secret={t('access.placeholder')} />
          <Can any={['Update:Device']}>
            <Button icon={<KeyOutlined aria-hidden />} style={{ marginTop: 12 }} onClick={() => setAsking(true)}>
              {t('access.issue')}
            </Button>
          </Can>
        </>
      )}
      <Modal
        open={asking}
        width={440}
        title={t('access.issueTitle', { name: device.sncode })}
        okText={t('access.issue')}
        okButtonProps={{ loading: issue.isPending }}
        onCancel={() => setAsking(false)}
        onOk={() => issue.mutate(graceSeconds, { onSuccess: () => setAsking(false) })}
      >
        {t('access.issueHint')}
      </Modal>
    </div>
  );
}

/** A secret, this one time, with the way to use it. */
export function SecretCard({ device, secret }: { device: Device; secret: string }) {
  const { t } = useTranslation('console');
  if (!device.register || !secret) return null;
  return (
    <div className={styles.secret} style={{ padding: '14px 16px' }}>
      <Alert type="warning" showIcon title={t('access.once')} />
      <b>{t('access.secret')}</b>
      <Copyable text={secret} />
      <HowTo device={device} secret={secret} />
    </div>
  );
}

function HowTo({ device, secret }: { device: Device; secret: string }) {
  const { t } = useTranslation('console');
  const { data: types = [] } = useQuery(deviceTypesQuery);
  const doors = useDoors().data;
  const [now] = useState(() => Date.now());
  const register = device.register ?? '';
  const raw = types.find((one) => one.code === device.type)?.rawFields ?? [];
  const fields = raw.filter((f) => f.level !== 'node' && !f.name.includes(',')).map((f) => f.name);
  const message = sampleMessage(fields.length > 0 ? fields : ['temp'], now);
  return (
    <div className={styles.secret}>
      <b>{t('access.topic')}</b>
      <Copyable text={topicOf(register)} />
      <b>{t('access.line')}</b>
      {doors && (
        <Copyable
          text={pubLine(
            {
              host: doors.mqttHost || location.hostname,
              port: doors.mqttPort,
              tls: doors.mqttTls,
              register,
              secret,
            },
            message,
          )}
        />
      )}
      <b>{t('access.http')}</b>
      <Copyable text={`POST ${location.origin}/ingest/v1/${register}`} />
    </div>
  );
}
