import { Alert, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import { atMost, counted, noteLength } from '@/ui/form/at-most';
import { formatNumber, withUnit } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { AnalysisFacts } from '../../components/analysis-page';
import type { Readings } from '../../model/analysis';
import type { PointState } from '../../model/types';
import { type Processed, useSuspect } from '../../queries/analysis';

interface Props {
  open: boolean;
  point: PointState;
  readings: Readings;
  outliers: Processed['outliers'];
  zone: string;
  onClose: () => void;
}

/** The most readings that the server takes at once. */
const most = 100;
/** Readings listed by name. */
const listed = 8;

/** Shows which readings are flagged and what that changes, and asks for the reason. */
export function SuspectDialog({ open, point, readings, outliers, zone, onClose }: Props) {
  const { t } = useTranslation(['analysis', 'data-views']);
  const [form] = Form.useForm<{ note: string }>();
  const flag = useSuspect(point.id);
  const { unit, decimals } = readings.field;
  const tooMany = outliers.length > most;
  return (
    <Dialog
      open={open}
      width={480}
      title={t('deal.dialog', { count: outliers.length })}
      okText={t('deal.suspects')}
      okButtonProps={{ loading: flag.isPending, disabled: tooMany || outliers.length === 0 }}
      onCancel={onClose}
      onOk={async () => {
        const { note } = await form.validateFields();
        await flag.mutateAsync({ times: outliers.map(({ time }) => time), readings, note });
        form.resetFields();
        onClose();
      }}
      destroyOnHidden
    >
      <Alert
        type={tooMany ? 'warning' : 'info'}
        showIcon
        title={tooMany ? t('deal.tooMany', { count: most }) : t('deal.effect')}
      />
      <AnalysisFacts
        facts={[
          ...outliers
            .slice(0, listed)
            .map(({ time, value }) => [formatTime(time, zone), withUnit(formatNumber(value, decimals), unit)] as const),
          ...(outliers.length > listed ? [[t('deal.more', { count: outliers.length - listed }), ''] as const] : []),
        ]}
      />
      <Form form={form} layout="vertical" requiredMark={false}>
        <Form.Item
          name="note"
          label={t('data-views:withdraw.note')}
          rules={[
            { required: true, whitespace: true, message: t('data-views:withdraw.noteNeeded') },
            atMost(noteLength),
          ]}
        >
          <Input.TextArea rows={2} count={counted(noteLength)} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
