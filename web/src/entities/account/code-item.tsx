import { Form, type FormInstance } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFieldErrors } from '@/ui/form/field-errors';
import { type Channel, channelOf } from './address';
import { CodeField, codeDigits } from './code-field';
import styles from './code-field.module.css';
import { useSignOptions } from './sign-options';

interface Props<T> {
  form: FormInstance<T>;
  /** Requests a code; returns the seconds until another may be requested. */
  onAsk: (account: string) => Promise<number>;
  onFailure: (error: unknown) => void;
}

/** The field `code`, for the code that was sent to the `account` of the same form. */
export function CodeItem<T extends { account: string; code: string }>({ form, onAsk, onFailure }: Props<T>) {
  const { t } = useTranslation('account');
  const [sentBy, setSentBy] = useState<Channel>();
  const troubled = useSignOptions().data?.troubled ?? [];

  async function send() {
    onFailure(undefined);
    setSentBy(undefined);
    try {
      await form.validateFields(['account' as never]);
    } catch {
      return undefined;
    }
    const account = (form.getFieldValue('account' as never) as string).trim();
    try {
      const wait = await onAsk(account);
      setSentBy(channelOf(account));
      return wait;
    } catch (error) {
      if (!showFieldErrors(form, error, ['account'])) onFailure(error);
      throw error;
    }
  }

  return (
    <>
      <Form.Item
        name="code"
        label={t('code.label')}
        rules={[{ required: true, len: codeDigits, message: t('code.wrong') }]}
      >
        <CodeField onSend={send} />
      </Form.Item>
      {troubled.map((channel) => (
        <p key={channel} className={styles.sent} role="note">
          {t(`code.troubled.${channel}`)}
        </p>
      ))}
      {sentBy && (
        <p className={styles.sent} role="status">
          {t(`code.sent.${sentBy}`)}
        </p>
      )}
    </>
  );
}
