import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import { FormError } from '@/ui/form/form-error';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { announce } from '@/ui/messages';
import { type DutyRoster, useAddSwap } from '../duty-queries';
import { useMembers } from '../queries';

interface Fields {
  from: number;
  to: number;
  accountId: number;
}

interface Props {
  projectId: number;
  roster: DutyRoster;
  zone: string;
  onClose: () => void;
}

/** Hands a span to somebody else. It begins as the next span of the roster. */
export function SwapDialog({ projectId, roster, zone, onClose }: Props) {
  const { t } = useTranslation(['duty', 'common']);
  const [form] = Form.useForm<Fields>();
  const members = useMembers(projectId).data ?? [];
  const add = useAddSwap(projectId);
  const next = roster.spans.find(({ from }) => from > roster.now);
  return (
    <Dialog
      open
      width={480}
      title={t('addSwap')}
      okText={t('common:action.save')}
      okButtonProps={{ loading: add.isPending }}
      onCancel={onClose}
      onOk={async () => {
        await add.mutateAsync(await form.validateFields());
        announce('success', t('swapSaved'));
        onClose();
      }}
    >
      <FormError error={add.error} />
      <Form<Fields>
        form={form}
        name="swap"
        layout="vertical"
        requiredMark={false}
        initialValues={next ? { from: next.from, to: next.to } : {}}
      >
        <Form.Item name="accountId" label={t('takesOver')} rules={[{ required: true, message: t('takesOverEmpty') }]}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={members.map(({ userId, displayName, name }) => ({ value: userId, label: displayName || name }))}
          />
        </Form.Item>
        <Form.Item name="from" label={t('from')} rules={[{ required: true, message: t('timeEmpty') }]}>
          <ZonedPicker zone={zone} label={t('from')} />
        </Form.Item>
        <Form.Item
          name="to"
          label={t('to')}
          extra={t('swapHint')}
          dependencies={['from']}
          rules={[
            { required: true, message: t('timeEmpty') },
            {
              validator: (_, to: number | undefined) =>
                to === undefined || to > (form.getFieldValue('from') as number)
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('endsFirst'))),
            },
          ]}
        >
          <ZonedPicker zone={zone} label={t('to')} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
