import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecoveryCodes } from '@/entities/second-factor/recovery-codes';
import { Dialog } from '@/ui/dialog';
import { atMost } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { useDisableFactor, useRenewCodes } from '../security-queries';

interface Props {
  action: 'disable' | 'renew';
  onClose: () => void;
  onDone: () => void;
}

interface Values {
  password: string;
  code: string;
}

/** Asks for the password and a code again before the second factor is turned off or its recovery codes are replaced. */
export function FactorAgain({ action, onClose, onDone }: Props) {
  const { t } = useTranslation('security');
  const [form] = Form.useForm<Values>();
  const disable = useDisableFactor();
  const renew = useRenewCodes();
  const [codes, setCodes] = useState<string[]>();
  const [failure, setFailure] = useState<unknown>();

  async function submit(values: Values) {
    setFailure(undefined);
    try {
      if (action === 'renew') {
        setCodes((await renew.mutateAsync(values)).recoveryCodes);
        return;
      }
      await disable.mutateAsync(values);
      onDone();
    } catch (error) {
      setFailure(showFieldErrors(form, error, ['password', 'code']) ? undefined : error);
    }
  }

  return (
    <Dialog open title={t(`factor.${action}Title`)} width={480} footer={null} onCancel={codes ? onDone : onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onKept={onDone} />
      ) : (
        <Form<Values>
          name="factor-again"
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{ password: '', code: '' }}
          onFinish={submit}
        >
          <p>{t(`factor.${action}Text`)}</p>
          <Form.Item name="password" label={t('factor.password')} rules={[{ max: 200 }]}>
            <Input.Password autoComplete="current-password" />
          </Form.Item>
          <Form.Item
            name="code"
            label={t('factor.codeAny')}
            rules={[{ required: true, whitespace: true, message: t('factor.codeEmpty') }, atMost(20)]}
          >
            <Input autoComplete="one-time-code" />
          </Form.Item>
          <FormError error={failure} />
          <Button
            type="primary"
            danger={action === 'disable'}
            htmlType="submit"
            loading={disable.isPending || renew.isPending}
          >
            {t(`factor.${action}`)}
          </Button>
        </Form>
      )}
    </Dialog>
  );
}
