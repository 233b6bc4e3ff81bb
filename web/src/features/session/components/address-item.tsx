import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { addressKind, isAddress } from '@/entities/account/address';

/** The e-mail address or mobile that a code is sent to, as `account` of a form; asks for what codes can travel to here. */
export function AddressItem({ channels }: { channels: readonly string[] }) {
  const { t } = useTranslation('account');
  const kind = addressKind(channels);
  return (
    <Form.Item
      name="account"
      label={t(`address.${kind}`)}
      rules={[
        {
          validator: (_, value: string) =>
            isAddress(value) ? Promise.resolve() : Promise.reject(new Error(t(`address.wrong.${kind}`))),
        },
      ]}
    >
      <Input
        autoComplete={kind === 'sms' ? 'tel' : 'email'}
        inputMode={kind === 'sms' ? 'numeric' : 'email'}
        autoFocus
      />
    </Form.Item>
  );
}
