import { CheckOutlined, ClockCircleOutlined, CloseOutlined, QuestionOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { components } from '@/api/schema.gen';
import styles from './message-state.module.css';

type State = components['schemas']['AlertMessage']['state'];

const icons = {
  waiting: ClockCircleOutlined,
  pending: ClockCircleOutlined,
  claimed: ClockCircleOutlined,
  carried: ClockCircleOutlined,
  sent: CheckOutlined,
  failed: CloseOutlined,
  unknown: QuestionOutlined,
  skipped: CloseOutlined,
};

/** Whether a message about an alert was sent. */
export function MessageState({ state }: { state: State }) {
  const { t } = useTranslation('alerts');
  const Icon = icons[state];
  return (
    <span className={styles.state} data-state={state}>
      <Icon aria-hidden /> {t(`message.state.${state}`)}
    </span>
  );
}
