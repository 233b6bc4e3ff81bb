import { Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeItem } from '@/entities/account/code-item';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { useCheckAccount } from '../queries';
import { AddressItem } from './address-item';

/** An address with the code that proves it. */
export interface Proof {
  account: string;
  code: string;
}

interface Props {
  channels: readonly string[];
  /** Why the user is back here, in the server's words. */
  message: string | undefined;
  onProven: (proof: Proof) => void;
}

/** The first step of a registration. Only the owner of an address learns whether it has an account. */
export function ProveStep({ channels, message, onProven }: Props) {
  const { t } = useTranslation('account');
  const [form] = Form.useForm<Proof>();
  const [failure, setFailure] = useState<unknown>();
  const { mutateAsync: check } = useCheckAccount();
  const [checking, setChecking] = useState(false);

  async function prove({ account, code }: Proof) {
    setFailure(undefined);
    setChecking(true);
    try {
      const { isExist } = await check({ account: account.trim(), code });
      if (isExist) form.setFields([{ name: 'account', errors: [t('signUp.taken')] }]);
      else onProven({ account: account.trim(), code });
    } catch (error) {
      if (!showFieldErrors(form, error, ['account', 'code'])) setFailure(error);
    } finally {
      setChecking(false);
    }
  }

  return (
    <Form<Proof>
      form={form}
      layout="vertical"
      size="large"
      requiredMark={false}
      initialValues={{ account: '', code: '' }}
      onFinish={prove}
    >
      <AddressItem channels={channels} />
      <CodeItem
        form={form}
        onAsk={async (account) => (await check({ account })).resendAfter ?? 0}
        onFailure={setFailure}
      />
      {message && <p role="alert">{message}</p>}
      <FormError error={failure} />
      <Button type="primary" htmlType="submit" block loading={checking}>
        {t('signUp.next')}
      </Button>
    </Form>
  );
}
