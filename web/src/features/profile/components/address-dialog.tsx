import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Channel, channelOf, isAddress } from '@/entities/account/address';
import { CodeItem } from '@/entities/account/code-item';
import { Dialog } from '@/ui/dialog';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { announce } from '@/ui/messages';
import { useAskAddressCode, useSetAddress, useUpdateProfile } from '../queries';

interface Values {
  account: string;
  code: string;
}

interface Props {
  channel: Channel;
  /** Whether a code can be sent to the address, and therefore must be. */
  proven: boolean;
  onClose: () => void;
}

/** Changes the own e-mail address or mobile, by a code sent to the new one where the server can send it. */
export function AddressDialog({ channel, proven, onClose }: Props) {
  const { t } = useTranslation(['account', 'common']);
  const [form] = Form.useForm<Values>();
  const ask = useAskAddressCode();
  const set = useSetAddress();
  const update = useUpdateProfile();
  const [failure, setFailure] = useState<unknown>();

  async function save({ account, code }: Values) {
    setFailure(undefined);
    const address = account.trim();
    try {
      if (proven) await set.mutateAsync({ account: address, code });
      else await update.mutateAsync(channel === 'mail' ? { email: address } : { mobile: address });
      announce('success', t('own.done'));
      onClose();
    } catch (error) {
      if (!showFieldErrors(form, error, ['account', 'code'])) setFailure(error);
    }
  }

  return (
    <Dialog
      open
      title={t(`own.title.${channel}`)}
      okText={t('own.confirm')}
      cancelText={t('common:action.cancel')}
      confirmLoading={set.isPending || update.isPending}
      onCancel={onClose}
      onOk={() => form.submit()}
      width={440}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ account: '', code: '' }}
        onFinish={save}
      >
        <Form.Item
          name="account"
          label={t(`own.new.${channel}`)}
          rules={[
            {
              validator: (_, value: string) =>
                isAddress(value) && channelOf(value) === channel
                  ? Promise.resolve()
                  : Promise.reject(new Error(t(`address.wrong.${channel}`))),
            },
          ]}
        >
          <Input
            autoComplete={channel === 'mail' ? 'email' : 'tel'}
            inputMode={channel === 'mail' ? 'email' : 'numeric'}
          />
        </Form.Item>
        {proven && (
          <CodeItem
            form={form}
            onAsk={async (account) => (await ask.mutateAsync(account)).resendAfter}
            onFailure={setFailure}
          />
        )}
        <FormError error={failure} />
      </Form>
    </Dialog>
  );
}
