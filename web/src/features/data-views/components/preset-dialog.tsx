import { Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Can } from '@/entities/permission/can';
import { Dialog } from '@/ui/dialog';
import { atMost, counted } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import type { ViewPage } from '../model/view-page';
import { type Preset, useSavePreset } from '../queries/presets';

interface Fields {
  name: string;
  shared: boolean;
}

interface Props {
  page: ViewPage;
  /** The preset that is renamed or shared; null saves a new one. */
  preset: Preset | null;
  /** The controls that it keeps. */
  query: string;
  onClose: () => void;
}

const longestName = 30;

/** The name of a preset, and whether the corporation shares it. */
export function PresetDialog({ page, preset, query, onClose }: Props) {
  const { t } = useTranslation(['presets', 'common']);
  const [form] = Form.useForm<Fields>();
  const [failure, setFailure] = useState<unknown>(null);
  const save = useSavePreset(page);
  return (
    <Dialog
      open
      width={480}
      title={t(preset ? 'edit' : 'save')}
      okText={t('common:action.save')}
      okButtonProps={{ loading: save.isPending }}
      onCancel={onClose}
      onOk={() => form.submit()}
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ name: preset?.name ?? '', shared: preset?.shared ?? false }}
        onFinish={({ name, shared = preset?.shared ?? false }) =>
          save.mutate(
            { id: preset?.id ?? null, change: { name: name.trim(), query, shared } },
            {
              onSuccess: onClose,
              onError: (error) => setFailure(showFieldErrors(form, error, ['name']) ? null : error),
            },
          )
        }
      >
        <Form.Item
          name="name"
          label={t('name')}
          extra={t('hint')}
          rules={[{ required: true, whitespace: true, message: t('nameNeeded') }, atMost(longestName)]}
        >
          <Input count={counted(longestName)} />
        </Form.Item>
        <Can any={['Update:Project']}>
          <Form.Item name="shared" valuePropName="checked">
            <Checkbox>{t('share')}</Checkbox>
          </Form.Item>
        </Can>
        <FormError error={failure} />
      </Form>
    </Dialog>
  );
}
