import { CheckOutlined, ClockCircleOutlined, CloseOutlined, MinusOutlined, QuestionOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import styles from './field-action.module.css';
import type { FieldAction } from './queries';
import { answerLine, reasonText } from './words';

const icons: Record<FieldAction['state'], typeof CheckOutlined> = {
  pending: ClockCircleOutlined,
  claimed: ClockCircleOutlined,
  ordered: ClockCircleOutlined,
  answered: CheckOutlined,
  failed: CloseOutlined,
  unknown: QuestionOutlined,
  joined: MinusOutlined,
  kept: MinusOutlined,
  left: MinusOutlined,
};

/** How far an action is or how it ended: its state, then why, the answer of the device and the attempts. */
export function ActionOutcome({ action, zone }: { action: FieldAction; zone: string }) {
  const { t } = useTranslation('field-actions');
  const { state, reason, refusal, commandState, answer, attempts, repeated, dueAt, endedAt } = action;
  const Icon = icons[state];
  const waits = state === 'ordered' && commandState === 'hanging';
  return (
    <>
      <span className={styles.state} data-state={state}>
        <Icon aria-hidden /> {t(`state.${state}`)}
      </span>
      {(reason || refusal) && <small className={styles.under}>{reasonText(t, action)}</small>}
      {waits && <small className={styles.under}>{t('hanging')}</small>}
      {answer && <small className={styles.under}>{t('answer', { answer: answerLine(answer) })}</small>}
      {attempts > 1 && <small className={styles.under}>{t('attempts', { count: attempts })}</small>}
      {repeated && <small className={styles.under}>{t('repeated')}</small>}
      {endedAt === 0 && dueAt > 0 && (
        <small className={styles.under}>{t('due', { time: formatTime(dueAt, zone, 'list') })}</small>
      )}
    </>
  );
}
