import { Form, InputNumber, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import { FormError } from '@/ui/form/form-error';
import { MinutePicker } from '@/ui/form/minute-picker';
import { weekdayNames } from '@/ui/format/weekday';
import { announce } from '@/ui/messages';
import { type DrillProof, useSavePlan } from '../drill-queries';
import styles from '../drills.module.css';

type Fields = Pick<DrillProof, 'weekly' | 'weekday' | 'minute' | 'level' | 'warnDays'>;

interface Props {
  projectId: number;
  plan: DrillProof;
  onClose: () => void;
}

/** When a drill starts every week, and after how many days without proof people are warned. */
export function PlanDialog({ projectId, plan, onClose }: Props) {
  const { t, i18n } = useTranslation(['drills', 'common']);
  const [form] = Form.useForm<Fields>();
  const save = useSavePlan(projectId);
  const { weekly, weekday, minute, level, warnDays } = plan;
  return (
    <Dialog
      open
      width={480}
      title={t('plan')}
      okText={t('common:action.save')}
      okButtonProps={{ loading: save.isPending }}
      onCancel={onClose}
      onOk={async () => {
        await save.mutateAsync(await form.validateFields());
        announce('success', t('planSaved'));
        onClose();
      }}
    >
      <FormError error={save.error} />
      <Form<Fields>
        form={form}
        name="drill"
        layout="vertical"
        requiredMark={false}
        initialValues={{ weekly, weekday, minute, level, warnDays }}
      >
        <Form.Item name="weekly" label={t('enable')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <div className={styles.pair}>
          <Form.Item name="weekday" label={t('weekday')}>
            <Select options={weekdayNames(i18n.language).map((label, index) => ({ value: index + 1, label }))} />
          </Form.Item>
          <Form.Item name="minute" label={t('time')} extra={plan.timeZone}>
            <MinutePicker />
          </Form.Item>
          <Form.Item name="level" label={t('level')} extra={t('levelHint')}>
            <Select options={[4, 3, 2, 1].map((value) => ({ value, label: t(`common:level.${value as 1}`) }))} />
          </Form.Item>
          <Form.Item
            name="warnDays"
            label={t('warnDays')}
            extra={t('warnDaysHint')}
            rules={[{ required: true, message: t('warnDaysEmpty') }]}
          >
            <InputNumber min={1} max={90} precision={0} suffix={t('days')} style={{ width: '100%' }} />
          </Form.Item>
        </div>
      </Form>
    </Dialog>
  );
}
