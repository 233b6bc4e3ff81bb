import { Alert, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import { atMost, counted, noteLength } from '@/ui/form/at-most';
import { formatTime } from '@/ui/format/time';
import type { PointState } from '../model/types';
import { useWithdraw } from '../queries/readings';
import styles from './reading-table.module.css';

interface Props {
  open: boolean;
  point: PointState;
  times: readonly number[];
  zone: string;
  onDone: () => void;
  onCancel: () => void;
}

/** Deleting in the interface withdraws by a correction with author and reason, which can be undone. */
export function WithdrawDialog({ open, point, times, zone, onDone, onCancel }: Props) {
  const { t } = useTranslation(['data-views', 'common']);
  const [form] = Form.useForm<{ note: string }>();
  const withdraw = useWithdraw(point.id);
  const sorted = [...times].sort((a, b) => a - b);
  return (
    <Dialog
      open={open}
      width={480}
      title={t('withdraw.title', { count: times.length, point: point.name })}
      okText={t('withdraw.action')}
      okButtonProps={{ danger: true, loading: withdraw.isPending }}
      onCancel={onCancel}
      onOk={async () => {
        const { note } = await form.validateFields();
        await withdraw.mutateAsync({ times: sorted, note });
        form.resetFields();
        onDone();
      }}
      destroyOnHidden
    >
      <div className={styles.withdraw}>
        <p>
          {formatTime(sorted[0], zone)}
          {sorted.length > 1 && ` – ${formatTime(sorted.at(-1), zone)}`}
        </p>
        <Alert type="info" showIcon title={t('withdraw.hint')} />
        <Form form={form} layout="vertical" requiredMark={false}>
          <Form.Item
            name="note"
            label={t('withdraw.note')}
            rules={[{ required: true, whitespace: true, message: t('withdraw.noteNeeded') }, atMost(noteLength)]}
          >
            <Input.TextArea rows={3} count={counted(noteLength)} />
          </Form.Item>
        </Form>
      </div>
    </Dialog>
  );
}
