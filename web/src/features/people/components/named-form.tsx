import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { atMost, counted } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import type { NamedFields } from '../queries';

interface Props {
  value?: NamedFields;
  disabled?: boolean;
  saving: boolean;
  action: string;
  onSave: (values: NamedFields, failed: (error: unknown) => void) => void;
}

/** Name and note of a group or role. */
export function NamedForm({ value, disabled = false, saving, action, onSave }: Props) {
  const { t } = useTranslation(['people', 'common']);
  const [form] = Form.useForm<NamedFields>();
  const changed = useFormChanged(form, value ?? {});
  useUnsaved(value !== undefined && changed); // a new one has its dialog
  const [failure, setFailure] = useState<unknown>();
  return (
    <Form<NamedFields>
      form={form}
      layout="vertical"
      requiredMark={false}
      disabled={disabled}
      initialValues={value ?? {}}
      onFinish={({ name, note = '' }) => {
        setFailure(undefined);
        onSave({ name, note }, (error) =>
          setFailure(showFieldErrors(form, error, ['name', 'note']) ? undefined : error),
        );
      }}
    >
      <Form.Item
        name="name"
        label={t('form.name')}
        rules={[{ required: true, whitespace: true, message: t('form.nameNeeded') }, atMost(20)]}
      >
        <Input count={counted(20)} />
      </Form.Item>
      <Form.Item name="note" rules={[atMost(500)]} label={`${t('form.note')}${t('common:optional')}`}>
        <Input.TextArea rows={2} />
      </Form.Item>
      <FormError error={failure} />
      {!disabled && (
        <Button type="primary" htmlType="submit" disabled={value !== undefined && !changed} loading={saving}>
          {action}
        </Button>
      )}
    </Form>
  );
}
