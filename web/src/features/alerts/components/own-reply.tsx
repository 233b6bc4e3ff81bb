import { CarOutlined, CheckOutlined, EyeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { type AlertReply, useReply } from '../queries';
import styles from './assignee.module.css';

const answers = [
  { answer: 'seen', icon: EyeOutlined },
  { answer: 'onMyWay', icon: CarOutlined },
] as const;

interface Props {
  alertId: number;
  replies: readonly AlertReply[];
  zone: string;
}

/** What the person says about an alert, as by the link in a message; it stops the escalation, and decides nothing. */
export function OwnReply({ alertId, replies, zone }: Props) {
  const { t } = useTranslation('alerts');
  const reply = useReply(alertId);
  const given = new Map(replies.filter(({ own }) => own).map(({ answer, at }) => [answer, at]));
  return (
    <div className={styles.bar}>
      <span className={styles.label}>{t('reply.label')}</span>
      {answers.map(({ answer, icon: Icon }) => {
        const at = given.get(answer);
        return at === undefined ? (
          <Button
            key={answer}
            size="small"
            icon={<Icon aria-hidden />}
            loading={reply.isPending && reply.variables === answer}
            onClick={() => reply.mutate(answer)}
          >
            {t(`reply.say.${answer}`)}
          </Button>
        ) : (
          <span key={answer}>
            <CheckOutlined aria-hidden /> {t(`reply.said.${answer}`, { time: formatTime(at, zone, 'list') })}
          </span>
        );
      })}
    </div>
  );
}
