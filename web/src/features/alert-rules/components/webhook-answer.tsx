import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { describeError } from '@/api/errors';
import styles from '../alert-rules.module.css';
import type { WebhookTest } from '../webhooks';

const types = { sent: 'success', failed: 'error', unknown: 'warning' } as const;

/** What came of a test message, in the words of the other side. */
export function WebhookAnswer({ answer, error }: { answer: WebhookTest | undefined; error: Error | null }) {
  const { t } = useTranslation('alert-webhooks');
  if (error) return <Alert type="error" showIcon message={describeError(error)} />;
  if (!answer) return null;
  return (
    <Alert
      type={types[answer.outcome]}
      showIcon
      message={t(`outcome.${answer.outcome}`)}
      description={answer.answer && <code className={styles.wrap}>{answer.answer}</code>}
    />
  );
}
