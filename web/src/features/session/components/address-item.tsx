import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { addressKind, isAddress } from '@/entities/account/address';

/** The e-mail address or mobile number for a code, as `account` of a form; offers the channels that are set up. */
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
