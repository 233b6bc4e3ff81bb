import { Button, Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '@/api/devices';
import { ActionOutcome } from '@/entities/field-action/action-outcome';
import { useFieldActions } from '@/entities/field-action/queries';
import { useSentText } from '@/entities/field-action/use-sent-text';
import { Dialog } from '@/ui/dialog';
import { FormError } from '@/ui/form/form-error';
import styles from '../field-actions.module.css';
import { type FieldRule, useTestRule } from '../queries';

interface Props {
  projectId: number;
  zone: string;
  rule: FieldRule;
  devices: ReadonlyMap<number, Device>;
  onClose: () => void;
}

/** Switches a device of a rule now, and follows what comes of it until it ends. */
export function TestDialog({ projectId, zone, rule, devices, onClose }: Props) {
  const { t } = useTranslation(['field-actions', 'common']);
  const [deviceId, setDeviceId] = useState(rule.deviceIds[0] ?? 0);
  const test = useTestRule(projectId, rule.id);
  const written = test.data?.list ?? [];
  // The ledger has them with their newest state; the answer of the test is shown until it is read.
  const ledger = useFieldActions(projectId, { ruleId: rule.id }, { enabled: written.length > 0, open: 1_000 }).data
    ?.list;
  const shown = written.map((one) => ledger?.find(({ id }) => id === one.id) ?? one);
  const sent = useSentText(projectId, shown);
  const endsItself = rule.action === 'command' && !rule.off;
  const words = rule.action === 'interval' ? 'interval' : 'command';
  return (
    <Dialog
      open
      width={520}
      title={t('test.title', { name: rule.name })}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('common:action.close')}</Button>}
    >
      <FormError error={test.error} />
      <Form layout="vertical">
        <Form.Item label={t('common:entity.device')} htmlFor="field-test-device" extra={t('test.hint')}>
          <Select<number>
            id="field-test-device"
            value={deviceId}
            options={rule.deviceIds.map((id) => ({ value: id, label: devices.get(id)?.name ?? `#${id}` }))}
            onChange={(id) => {
              setDeviceId(id);
              test.reset();
            }}
          />
        </Form.Item>
      </Form>
      <div className={styles.row}>
        <Button type="primary" loading={test.isPending} onClick={() => test.mutate({ deviceId, turn: 'on' })}>
          {endsItself ? t('test.once') : t(`test.on.${words}`)}
        </Button>
        {!endsItself && (
          <Button loading={test.isPending} onClick={() => test.mutate({ deviceId, turn: 'off' })}>
            {t(`test.off.${words}`)}
          </Button>
        )}
      </div>
      {shown.length > 0 && (
        <ul className={styles.results} aria-label={t('test.results')} aria-live="polite">
          {shown.map((one) => (
            <li key={one.id}>
              <span>
                {t(`turn.${one.turn}`)}
                <small className={styles.under}>{sent(one)}</small>
              </span>
              <span>
                <ActionOutcome action={one} zone={zone} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
