import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewPasswordItems } from '@/entities/account/new-password-items';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
import { useChangePassword } from '../queries';
import styles from './profile-form.module.css';

interface Values {
  oldPassword: string;
  password: string;
  again: string;
}

/** Changes the account's password, with live rules next to the field. */
export function PasswordForm() {
  const { t } = useTranslation('profile');
  const [form] = Form.useForm<Values>();
  const { mutateAsync, isPending } = useChangePassword();
  const [failure, setFailure] = useState<unknown>();

  async function save({ oldPassword, password: wanted }: Values) {
    setFailure(undefined);
    try {
      await mutateAsync({ oldPassword, password: wanted });
      form.resetFields();
      announce('success', t('password.done'));
    } catch (error) {
      setFailure(showFieldErrors(form, error, ['oldPassword', 'password']) ? undefined : error);
    }
  }

  return (
    <Panel title={t('password.title')}>
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        className={styles.form ?? ''}
        initialValues={{ oldPassword: '', password: '', again: '' }}
        onFinish={save}
      >
        <Form.Item name="oldPassword" label={t('password.old')} rules={[{ required: true, message: t('empty') }]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <NewPasswordItems form={form} label={t('password.new')} />
        <FormError error={failure} />
        <Button type="primary" htmlType="submit" loading={isPending}>
          {t('password.save')}
        </Button>
      </Form>
    </Panel>
  );
}
