import { AutoComplete, Button, Form, type FormInstance, Input, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Label, useLabel } from '@/api/catalog';
import { atMost, noteLength } from '@/ui/form/at-most';
import { PicturePicker } from '@/ui/picture/picture-picker';
import { type Handling, useHandlingLists } from '../queries';
import styles from './alert-detail.module.css';

const causeLength = 100;
const untouched: Handling = { status: 'Confirm', cause: '', measure: '', note: '', pictures: [] };

interface Props {
  form: FormInstance<Handling>;
  /** The project of the alerts, or of one of them: all projects of a corporation have the same lists. */
  projectId: number;
  busy: boolean;
  /** Number of alerts to process. */
  count: number;
  onSubmit: (handling: Handling) => void;
  onCancel: () => void;
}

/** Result, cause, measure and note for one or more alerts. Processing is final, as the footer says. */
export function ProcessForm({ form, projectId, busy, count, onSubmit, onCancel }: Props) {
  const { t } = useTranslation(['alerts', 'common']);
  const status = Form.useWatch('status', form) ?? 'Confirm';
  const [uploading, setUploading] = useState(false);
  const options = useHandlingLists(projectId).data;
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
          <Suggested name="cause" label={t('form.cause')} texts={options?.causes} />
          <Suggested name="measure" label={t('form.measure')} texts={options?.measures} />
        </div>
        <Form.Item
          name="note"
          label={t('form.note')}
          rules={[{ required: true, whitespace: true, message: t('form.noteNeeded') }, atMost(noteLength)]}
        >
          <Input.TextArea rows={2} placeholder={t('form.placeholder')} />
        </Form.Item>
        <Form.Item name="pictures" label={`${t('pictures.label')}${t('common:optional')}`}>
          <PicturePicker onBusy={setUploading} />
        </Form.Item>
      </Form>
      <div className={styles.foot}>
        <span>{t('form.irreversible')}</span>
        <Button onClick={onCancel}>{t('common:action.cancel')}</Button>
        <Button type="primary" loading={busy} disabled={uploading} onClick={() => form.submit()}>
          {submitText()}
        </Button>
      </div>
    </>
  );
}

/** A short text field that suggests the usual texts. */
function Suggested({ name, label, texts }: { name: 'cause' | 'measure'; label: string; texts?: Label[] | undefined }) {
  const { t } = useTranslation('common');
  const say = useLabel();
  return (
    <Form.Item name={name} label={`${label}${t('optional')}`} rules={[atMost(causeLength)]}>
      <AutoComplete
        allowClear
        options={(texts ?? []).map((text) => ({ value: say(text) }))}
        showSearch={{
          filterOption: (typed, option) => String(option?.value).toLowerCase().includes(typed.toLowerCase()),
        }}
      />
    </Form.Item>
  );
}
