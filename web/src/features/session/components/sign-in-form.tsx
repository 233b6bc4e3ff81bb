import { Button, Checkbox, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { ApiError, describeError } from '@/api/errors';
import type { SignedIn } from '@/api/types';
import { atMost } from '@/ui/form/at-most';
import { IncompleteReply, useSignIn } from '../queries';
import styles from './sign-in-form.module.css';

interface Values {
  name: string;
  password: string;
  remember: boolean;
}

interface Props {
  onSignedIn: (session: SignedIn, remember: boolean) => void;
  /** Called if the password was right and a code is required. */
  onChallenge: (challenge: string, remember: boolean) => void;
}

/** Account, password and remember-me. A refusal is shown above the button. */
export function SignInForm({ onSignedIn, onChallenge }: Props) {
  const { t } = useTranslation('session');
  const { mutateAsync, isPending, error } = useSignIn();
  const incomplete = error instanceof IncompleteReply;
  const wait = error instanceof ApiError ? error.retryAfterSeconds : undefined;

  async function submit({ name, password, remember }: Values) {
    try {
      const step = await mutateAsync({ name: name.trim(), password, remember });
      if ('challenge' in step) onChallenge(step.challenge, remember);
      else onSignedIn(step.session, remember);
    } catch {
      // The mutation keeps the error, which the form shows.
    }
  }

  return (
    <Form<Values>
      layout="vertical"
      size="large"
      requiredMark={false}
      initialValues={{ name: '', password: '', remember: false }}
      onFinish={submit}
      className={styles.form ?? ''}
    >
      <Form.Item
        name="name"
        label={t('account')}
        rules={[{ required: true, whitespace: true, message: t('accountEmpty') }, atMost(254)]}
      >
        <Input autoComplete="username" autoFocus placeholder={t('accountHint')} />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('password')}
        rules={[{ required: true, message: t('passwordEmpty') }, { max: 200 }]}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item name="remember" valuePropName="checked" className={styles.remember ?? ''}>
        <Checkbox>{t('remember')}</Checkbox>
      </Form.Item>
      {error && (
        <p className={styles.error} role="alert">
          {incomplete ? t('failed') : describeError(error)}
          {wait !== undefined && <span className={styles.wait}>{t('retryAfter', { count: wait })}</span>}
        </p>
      )}
      <Button type="primary" htmlType="submit" block loading={isPending}>
        {t('submit')}
      </Button>
    </Form>
  );
}
