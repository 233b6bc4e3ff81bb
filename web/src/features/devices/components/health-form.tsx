import { Button, Form, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { Refusal } from '@/entities/configuration/refusal';
import { showFieldErrors } from '@/ui/form/field-errors';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import styles from '../devices.module.css';

export interface Health {
  voltageThreshold: number;
  lostThreshold: number;
  /** Hours of identical readings that count as a fault; 0: never; null: as the type. */
  repeatedHours?: number | null;
}

interface Props {
  start: Partial<Health>;
  error: unknown;
  busy: boolean;
  /** Hours by the rule of the device's type; undefined while unknown, and for devices of several types. */
  ofType?: number | undefined;
  disabled?: boolean;
  onSave: (health: Health, onError: (error: unknown) => void) => void;
}

/** The health rules of one device or of several. */
export function HealthForm({ start, error, busy, disabled = false, ofType, onSave }: Props) {
  const { t } = useTranslation(['devices', 'common']);
  const [form] = Form.useForm<Health>();
  useUnsaved(useFormChanged(form, start));
  return (
    <Form<Health>
      form={form}
      className={styles.form ?? ''}
      layout="vertical"
      requiredMark={false}
      disabled={disabled}
      initialValues={start}
      onFinish={(values) =>
        onSave(
          values,
          (refused) => void showFieldErrors(form, refused, ['voltageThreshold', 'lostThreshold', 'repeatedHours']),
        )
      }
    >
      <Refusal error={error} />
      <Form.Item
        name="voltageThreshold"
        label={`${t('health.voltage')} V`}
        extra={t('health.voltageHint')}
        rules={[{ required: true, message: t('health.voltageNeeded') }]}
      >
        <InputNumber<number> min={0} max={36} step={0.1} style={{ width: 160 }} />
      </Form.Item>
      <Form.Item
        name="lostThreshold"
        label={t('health.lost')}
        extra={t('health.lostHint')}
        rules={[{ required: true, message: t('health.lostNeeded') }]}
      >
        <InputNumber<number> min={1} max={1000} precision={0} style={{ width: 160 }} />
      </Form.Item>
      <Form.Item
        name="repeatedHours"
        label={t('health.repeated')}
        extra={
          ofType === undefined
            ? t('health.repeatedHint')
            : `${t('health.repeatedHint')} ${ofType > 0 ? t('health.repeatedOfType', { hours: ofType }) : t('health.repeatedOff')}`
        }
      >
        <InputNumber<number>
          min={0}
          max={8760}
          style={{ width: 160 }}
          {...(ofType === undefined ? {} : { placeholder: String(ofType) })}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('common:action.save')}
      </Button>
    </Form>
  );
}

/** The form's rules in the API's format: an empty field is omitted. */
export function rulesOf({ repeatedHours, ...rules }: Health) {
  return typeof repeatedHours === 'number' ? { ...rules, repeatedHours } : rules;
}
