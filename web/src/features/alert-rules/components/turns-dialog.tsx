import { DatePicker, Form, InputNumber, Select } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import { FormError } from '@/ui/form/form-error';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import styles from '../duty.module.css';
import { type DutyRoster, useSaveDuty } from '../duty-queries';
import { useMembers } from '../queries';

interface Fields {
  accountIds: number[];
  firstDate: dayjs.Dayjs;
  hour: number;
}

interface Props {
  projectId: number;
  roster: DutyRoster;
  zone: string;
  onClose: () => void;
}

/** The people of a roster in order, and when they hand over. */
export function TurnsDialog({ projectId, roster, zone, onClose }: Props) {
  const { t } = useTranslation(['duty', 'common']);
  const [form] = Form.useForm<Fields>();
  const members = useMembers(projectId).data ?? [];
  const save = useSaveDuty(projectId);
  const options = members.map(({ userId, displayName, name }) => ({ value: userId, label: displayName || name }));
  const gone = roster.accountIds.filter((id) => members.length > 0 && !options.some(({ value }) => value === id));
  const nameOf = (id: number) => roster.people.find((one) => one.accountId === id)?.name ?? '';
  return (
    <Dialog
      open
      width={480}
      title={t('turns')}
      okText={t('common:action.save')}
      okButtonProps={{ loading: save.isPending }}
      onCancel={onClose}
      onOk={async () => {
        const { accountIds, firstDate, hour } = await form.validateFields();
        await save.mutateAsync({ accountIds, firstDate: firstDate.format('YYYY-MM-DD'), hour });
        announce('success', t('saved'));
        onClose();
      }}
    >
      <FormError error={save.error} />
      <Form<Fields>
        form={form}
        name="duty"
        layout="vertical"
        requiredMark={false}
        initialValues={{
          accountIds: roster.accountIds,
          firstDate: dayjs(roster.firstDate || formatTime(roster.now, zone, 'date')),
          hour: roster.exists ? roster.hour : 8,
        }}
      >
        <Form.Item
          name="accountIds"
          label={t('order')}
          extra={t('orderHint')}
          rules={[{ required: true, message: t('orderEmpty') }]}
        >
          <Select
            mode="multiple"
            optionFilterProp="label"
            options={[...options, ...gone.map((value) => ({ value, label: `${nameOf(value)} (${t('left')})` }))]}
          />
        </Form.Item>
        <div className={styles.pair}>
          <Form.Item
            name="firstDate"
            label={t('firstDate')}
            extra={t('firstDateHint')}
            rules={[{ required: true, message: t('dateEmpty') }]}
          >
            <DatePicker style={{ width: '100%' }} allowClear={false} />
          </Form.Item>
          <Form.Item name="hour" label={t('hour')} extra={zone} rules={[{ required: true, message: t('hourEmpty') }]}>
            <InputNumber min={0} max={23} precision={0} suffix=":00" style={{ width: '100%' }} />
          </Form.Item>
        </div>
      </Form>
    </Dialog>
  );
}
