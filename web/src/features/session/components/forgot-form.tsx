import { Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeItem } from '@/entities/account/code-item';
import { NewPasswordItems } from '@/entities/account/new-password-items';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { announce } from '@/ui/messages';
import { useForgetPassword, useResetPassword } from '../queries';
import styles from './account-form.module.css';
import { AddressItem } from './address-item';

interface Values {
  account: string;
  code: string;
  password: string;
  again: string;
}

interface Props {
  channels: readonly string[];
  onDone: () => void;
}

/** Sets a new password with a code. It never reveals whether an address has an account. */
export function ForgotForm({ channels, onDone }: Props) {
  const { t } = useTranslation('account');
  const [form] = Form.useForm<Values>();
  const ask = useForgetPassword();
  const { mutateAsync: reset, isPending } = useResetPassword();
  const [failure, setFailure] = useState<unknown>();

  async function save({ account, code, password }: Values) {
    setFailure(undefined);
    try {
      await reset({ account: account.trim(), code, password });
      announce('success', t('forgot.done'));
      onDone();
    } catch (error) {
      if (!showFieldErrors(form, error, ['account', 'code', 'password'])) setFailure(error);
    }
  }

  return (
    <Form<Values>
      form={form}
      layout="vertical"
      size="large"
      requiredMark={false}
      className={styles.form ?? ''}
      initialValues={{ account: '', code: '', password: '', again: '' }}
      onFinish={save}
    >
      <AddressItem channels={channels} />
      <CodeItem
        form={form}
        onAsk={async (account) => (await ask.mutateAsync({ account })).resendAfter}
        onFailure={setFailure}
      />
      <NewPasswordItems form={form} label={t('forgot.newPassword')} />
      <FormError error={failure} />
      <Button type="primary" htmlType="submit" block loading={isPending}>
        {t('forgot.submit')}
      </Button>
    </Form>
  );
}
