import { KeyOutlined, StopOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Device, deviceQuery } from '@/api/devices';
import { Can } from '@/entities/permission/can';
import { Copyable } from '@/ui/copyable';
import { Dialog } from '@/ui/dialog';
import { useDisableSecret, useIssueSecret } from './access-queries';
import styles from './device-access.module.css';
import { SendLines } from './send-lines';

const graceSeconds = 86_400;

/**
 * How a device authenticates and sends: its topic, its command lines, and its secret, which can be replaced or
 * revoked.
 */
export function DeviceAccess({ device }: { device: Device }) {
  const { t } = useTranslation(['console', 'common']);
  const issue = useIssueSecret(device.corporationId, device.id);
  const disable = useDisableSecret(device.corporationId, device.id);
  const { data: detail } = useQuery(deviceQuery(device.corporationId, device.id));
  const [asking, setAsking] = useState<'issue' | 'disable'>();
  const close = () => setAsking(undefined);
  const disabled = detail?.access === 'disabled';
  if (issue.data && !disabled) return <SecretCard device={device} secret={issue.data.secret} />;
  return (
    <div className={styles.pane}>
      {disabled ? <Alert type="warning" showIcon title={t('access.disabled')} /> : <p>{t('access.hidden')}</p>}
      {!disabled && <SendLines device={device} secret="" />}
      <Can any={['Update:Device']}>
        <Flex gap={8} style={{ marginTop: 12 }}>
          <Button icon={<KeyOutlined aria-hidden />} onClick={() => setAsking('issue')}>
            {t('access.issue')}
          </Button>
          {!disabled && (
            <Button danger icon={<StopOutlined aria-hidden />} onClick={() => setAsking('disable')}>
              {t('access.disable')}
            </Button>
          )}
        </Flex>
      </Can>
      <Dialog
        open={asking === 'issue'}
        width={440}
        title={t('access.issueTitle', { name: device.sncode })}
        okText={t('access.issue')}
        okButtonProps={{ loading: issue.isPending }}
        onCancel={close}
        onOk={() => issue.mutate(graceSeconds, { onSuccess: close })}
      >
        {disabled ? t('access.issueAgainHint') : t('access.issueHint')}
      </Dialog>
      <Dialog
        open={asking === 'disable'}
        width={440}
        title={t('access.disableTitle', { name: device.sncode })}
        okText={t('access.disable')}
        okButtonProps={{ danger: true, loading: disable.isPending }}
        onCancel={close}
        onOk={() => disable.mutate(undefined, { onSuccess: close })}
      >
        {t('access.disableHint')}
      </Dialog>
    </div>
  );
}

/** A secret, shown only once, with instructions for using it. */
export function SecretCard({ device, secret }: { device: Device; secret: string }) {
  if (!device.register || !secret) return null;
  return (
    <div className={styles.pane}>
      <Secret secret={secret} />
      <SendLines device={device} secret={secret} />
    </div>
  );
}

/** The secret with its warning. */
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
