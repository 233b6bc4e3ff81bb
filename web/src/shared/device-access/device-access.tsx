import { KeyOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '@/api/devices';
import { Can } from '@/shared/perm/can';
import { Copyable } from '@/shared/ui/copyable';
import { Dialog } from '@/shared/ui/dialog';
import styles from './device-access.module.css';
import { useIssueSecret } from './queries';
import { SendLines } from './send-lines';

const graceSeconds = 86_400;

/** How a device proves itself and sends: its topic, its lines for the shell, a new secret. */
export function DeviceAccess({ device }: { device: Device }) {
  const { t } = useTranslation(['console', 'common']);
  const issue = useIssueSecret(device.corporationId, device.id);
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.pane}>
      {issue.data ? (
        <SecretCard device={device} secret={issue.data.secret} />
      ) : (
        <>
          <p>{t('access.hidden')}</p>
          <SendLines device={device} secret="" />
          <Can any={['Update:Device']}>
            <Button icon={<KeyOutlined aria-hidden />} style={{ marginTop: 12 }} onClick={() => setAsking(true)}>
              {t('access.issue')}
            </Button>
          </Can>
        </>
      )}
      <Dialog
        open={asking}
        width={440}
        title={t('access.issueTitle', { name: device.sncode })}
        okText={t('access.issue')}
        okButtonProps={{ loading: issue.isPending }}
        onCancel={() => setAsking(false)}
        onOk={() => issue.mutate(graceSeconds, { onSuccess: () => setAsking(false) })}
      >
        {t('access.issueHint')}
      </Dialog>
    </div>
  );
}

/** A secret, this one time, with the way to use it. */
export function SecretCard({ device, secret }: { device: Device; secret: string }) {
  if (!device.register || !secret) return null;
  return (
    <div className={styles.pane}>
      <Secret secret={secret} />
      <SendLines device={device} secret={secret} />
    </div>
  );
}

/** The secret alone, with its warning. */
export function Secret({ secret }: { secret: string }) {
  const { t } = useTranslation('console');
  return (
    <div className={styles.lines}>
      <Alert type="warning" showIcon title={t('access.once')} />
      <b>{t('access.secret')}</b>
      <Copyable text={secret} />
    </div>
  );
}
