import { Button, Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, describeError } from '@/api/errors';
import { NewPasswordItems } from '@/entities/account/new-password-items';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { useSignUp } from '../queries';
import styles from './account-form.module.css';
import type { Proof } from './prove-step';
import { TermsLink } from './terms-notice';

interface Values {
  corporation: string;
  name: string;
  password: string;
  again: string;
  acceptTerms: boolean;
}

interface Props {
  proof: Proof;
  /** Returns to the first step, with a message if that was not the user's choice. */
  onBack: (message?: string) => void;
  onMade: (name: string, password: string) => Promise<void>;
}

/** The second step of a registration: the corporation, and the account of its administrator. */
export function TenantStep({ proof, onBack, onMade }: Props) {
  const { t } = useTranslation('account');
  const [form] = Form.useForm<Values>();
  const { mutateAsync } = useSignUp();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const named = [
    { required: true, whitespace: true, message: t('signUp.empty') },
    { max: 20, message: t('signUp.limit20') },
  ];

  async function create({ corporation, name, password, acceptTerms }: Values) {
    setFailure(undefined);
    setBusy(true);
    try {
      await mutateAsync({ ...proof, corporation: corporation.trim(), name: name.trim(), password, acceptTerms });
      await onMade(name.trim(), password);
    } catch (error) {
      if (error instanceof ApiError && error.fields.code) onBack(describeError(error));
      else if (!showFieldErrors(form, error, ['corporation', 'name', 'password', 'acceptTerms'])) setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Form<Values>
      form={form}
      layout="vertical"
      size="large"
      requiredMark={false}
      initialValues={{ corporation: '', name: '', password: '', again: '', acceptTerms: false }}
      onFinish={create}
    >
      <p className={styles.proven}>
        {proof.account} <small>{t('signUp.proven')}</small>
        <Button type="link" size="small" onClick={() => onBack()}>
          {t('signUp.change')}
        </Button>
      </p>
      <Form.Item name="corporation" label={t('signUp.corporation')} rules={named}>
        <Input autoComplete="organization" autoFocus />
      </Form.Item>
      <Form.Item
        name="name"
        label={t('signUp.name')}
        extra={t('signUp.nameHint')}
        rules={[...named, { pattern: /^(?!\d{11}$)[^@]*$/, message: t('signUp.nameIsAddress') }]}
      >
        <Input autoComplete="username" />
      </Form.Item>
      <NewPasswordItems form={form} label={t('password.label')} />
      <Form.Item
        name="acceptTerms"
        valuePropName="checked"
        rules={[
          {
            validator: (_, value: boolean) =>
              value ? Promise.resolve() : Promise.reject(new Error(t('signUp.acceptNeeded'))),
          },
        ]}
      >
        <Checkbox>
          {t('signUp.accept')}
          <TermsLink />
        </Checkbox>
      </Form.Item>
      <FormError error={failure} />
      <Button type="primary" htmlType="submit" block loading={busy}>
        {t('signUp.submit')}
      </Button>
    </Form>
  );
}
