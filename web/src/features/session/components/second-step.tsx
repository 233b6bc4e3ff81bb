import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, describeError } from '@/api/errors';
import type { SignedIn } from '@/api/types';
import { atMost } from '@/ui/form/at-most';
import { useSecondStep } from '../queries';
import styles from './sign-in-form.module.css';

interface Props {
  challenge: string;
  onSignedIn: (session: SignedIn) => void;
  onBack: () => void;
}

/** The second step of a sign-in: a code of the app, or a recovery code. */
export function SecondStep({ challenge, onSignedIn, onBack }: Props) {
  const { t } = useTranslation(['security', 'session']);
  const [recovery, setRecovery] = useState(false);
  const { mutateAsync, isPending, error, reset } = useSecondStep();
  const wait = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  const label = t(recovery ? 'step.recovery' : 'step.code');

  async function submit({ code }: { code: string }) {
    try {
      onSignedIn(await mutateAsync({ challenge, code: code.trim() }));
    } catch {
      // The mutation keeps the error, which the form shows.
    }
  }

  return (
    <Form<{ code: string }>
      key={String(recovery)}
      layout="vertical"
      size="large"
      requiredMark={false}
      initialValues={{ code: '' }}
      onFinish={submit}
      className={styles.form ?? ''}
    >
      <p>{t(recovery ? 'step.textRecovery' : 'step.text')}</p>
      <Form.Item
        name="code"
        label={label}
        rules={[{ required: true, whitespace: true, message: t('factor.codeEmpty') }, atMost(20)]}
      >
        <Input autoFocus autoComplete="one-time-code" inputMode={recovery ? 'text' : 'numeric'} />
      </Form.Item>
      {error && (
        <p className={styles.error} role="alert">
          {describeError(error)}
          {wait !== undefined && <span className={styles.wait}>{t('session:retryAfter', { count: wait })}</span>}
        </p>
      )}
      <Button type="primary" htmlType="submit" block loading={isPending}>
        {t('step.submit')}
      </Button>
      <div className={styles.ways}>
        <Button type="link" onClick={onBack}>
          {t('step.back')}
        </Button>
        <Button
          type="link"
          onClick={() => {
            reset();
            setRecovery(!recovery);
          }}
        >
          {t(recovery ? 'step.useApp' : 'step.useRecovery')}
        </Button>
      </div>
    </Form>
  );
}
