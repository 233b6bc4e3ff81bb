import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Button, Form, type FormInstance, Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { alertHandlingQuery, type Option, useLabel } from '@/api/catalog';
import { atMost, noteLength } from '@/ui/form/at-most';
import type { Handling } from '../queries';
import styles from './alert-detail.module.css';

const causeLength = 100;
const untouched: Handling = { status: 'Confirm', cause: '', measure: '', note: '' };

interface Props {
  form: FormInstance<Handling>;
  busy: boolean;
  /** Number of alerts to process. */
  count: number;
  onSubmit: (handling: Handling) => void;
  onCancel: () => void;
}

/** Result, cause, measure and note for one or more alerts. Processing is final, as the footer says. */
export function ProcessForm({ form, busy, count, onSubmit, onCancel }: Props) {
  const { t } = useTranslation(['alerts', 'common']);
  const status = Form.useWatch('status', form) ?? 'Confirm';
  const options = useQuery(alertHandlingQuery).data;
  function submitText() {
    if (status === 'Confirm') return count === 1 ? t('form.submitConfirm') : t('form.submitConfirmMany', { count });
    return count === 1 ? t('form.submitFalse') : t('form.submitFalseMany', { count });
  }
  return (
    <>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={untouched}
        className={styles.form ?? ''}
        onFinish={onSubmit}
      >
        <Form.Item name="status" label={t('form.result')}>
          <Radio.Group
            options={[
              { value: 'Confirm', label: t('form.confirm') },
              { value: 'FalseAlarm', label: t('form.falseAlarm') },
            ]}
          />
        </Form.Item>
        <div className={styles.pair}>
          <Suggested name="cause" label={t('form.cause')} options={options?.causes} />
          <Suggested name="measure" label={t('form.measure')} options={options?.measures} />
        </div>
        <Form.Item
          name="note"
          label={t('form.note')}
          rules={[{ required: true, whitespace: true, message: t('form.noteNeeded') }, atMost(noteLength)]}
        >
          <Input.TextArea rows={2} placeholder={t('form.placeholder')} />
        </Form.Item>
      </Form>
      <div className={styles.foot}>
        <span>{t('form.irreversible')}</span>
        <Button onClick={onCancel}>{t('common:action.cancel')}</Button>
        <Button type="primary" loading={busy} onClick={() => form.submit()}>
          {submitText()}
        </Button>
      </div>
    </>
  );
}

/** A short text field that suggests the usual texts. */
function Suggested({
  name,
  label,
  options,
}: {
  name: 'cause' | 'measure';
  label: string;
  options?: Option[] | undefined;
}) {
  const { t } = useTranslation('common');
  const say = useLabel();
  return (
    <Form.Item name={name} label={`${label}${t('optional')}`} rules={[atMost(causeLength)]}>
      <AutoComplete
        allowClear
        options={(options ?? []).map((option) => ({ value: say(option.label) }))}
        showSearch={{
          filterOption: (typed, option) => String(option?.value).toLowerCase().includes(typed.toLowerCase()),
        }}
      />
    </Form.Item>
  );
}
