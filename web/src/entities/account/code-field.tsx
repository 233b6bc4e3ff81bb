import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/errors';
import styles from './code-field.module.css';
import { useCountdown } from './use-countdown';

export const codeDigits = 6;

interface Props {
  id?: string;
  value?: string;
  onChange?: (code: string) => void;
  /**
   * Sends a code and returns the seconds until another may be sent, or undefined if none was sent, after an error
   * message.
   */
  onSend: () => Promise<number | undefined>;
}

/** The six-digit code sent to an address, with the button that sends it and its countdown. */
export function CodeField({ id, value = '', onChange, onSend }: Props) {
  const { t } = useTranslation('account');
  const { left, start } = useCountdown();
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState(false);

  async function send() {
    setSending(true);
    try {
      const wait = await onSend();
      if (wait === undefined) return;
      setSent(true);
      start(wait);
    } catch (error) {
      if (error instanceof ApiError && error.retryAfterSeconds !== undefined) start(error.retryAfterSeconds);
    } finally {
      setSending(false);
    }
  }

  return (
    <div className={styles.row}>
      <Input
        {...(id ? { id } : {})}
        className={styles.code ?? ''}
        value={value}
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={({ target }) => onChange?.(target.value.replace(/\D/g, '').slice(0, codeDigits))}
      />
      <Button className={styles.send ?? ''} loading={sending} disabled={left > 0} onClick={() => void send()}>
        {left > 0 ? t('code.wait', { count: left }) : t(sent ? 'code.again' : 'code.send')}
      </Button>
    </div>
  );
}
