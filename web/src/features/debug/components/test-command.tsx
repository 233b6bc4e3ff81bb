import { Button, Input, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '@/api/devices';
import { CommandButtons } from '@/entities/command/command-buttons';
import { Can } from '@/entities/permission/can';
import { FormError } from '@/ui/form/form-error';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
import styles from '../bench.module.css';
import { useTestCommand, type Where } from '../queries';

/** Sends text or bytes to the instrument, or what the project keeps as a button; the answer appears in the log. */
export function TestCommand({ where, device }: { where: Where; device: Device }) {
  const { t } = useTranslation('debug');
  const [format, setFormat] = useState<'hex' | 'text'>('hex');
  const [content, setContent] = useState('');
  const send = useTestCommand(where);
  return (
    <Can any={['Update:Device']}>
      <Panel title={t('command')} extra={t('commandSends')} className={styles.command}>
        <form
          className={styles.pasteForm}
          onSubmit={(event) => {
            event.preventDefault();
            send.mutate({ format, content }, { onSuccess: () => announce('success', t('commandSent')) });
          }}
        >
          <Input
            className={styles.mono ?? ''}
            aria-label={t('command')}
            placeholder={format === 'hex' ? '03 03 00 00 00 10 45 E4' : 'AT'}
            value={content}
            onChange={(event) => setContent(event.target.value)}
          />
          <FormError error={send.error} />
          <div className={styles.tools}>
            <Segmented
              aria-label={t('format')}
              value={format}
              options={[
                { value: 'hex', label: t('hex') },
                { value: 'text', label: t('characters') },
              ]}
              onChange={setFormat}
            />
            <Button htmlType="submit" loading={send.isPending} disabled={content.trim() === ''}>
              {t('sendCommand')}
            </Button>
          </div>
        </form>
        {device.projectId && <CommandButtons projectId={device.projectId} where={where} model={device.model} />}
      </Panel>
    </Can>
  );
}
