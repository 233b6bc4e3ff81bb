import { Form, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import { atMost } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { Unsaved, useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { aboutFields, changeOf, formOf, longest, type NsbdForm, numberNames, textNames } from '../model/fields';
import styles from '../nsbd.module.css';
import { type NsbdPoint, useSaveNsbd } from '../queries';

interface Props {
  projectId: number;
  point: NsbdPoint;
  onClose: () => void;
}

/** Changes what the information table says about a point. */
export function PointDialog({ projectId, point, onClose }: Props) {
  const { t } = useTranslation(['nsbd', 'common']);
  const [form] = Form.useForm<NsbdForm>();
  const [start] = useState(() => formOf(point));
  const save = useSaveNsbd(projectId);
  const [failure, setFailure] = useState<unknown>();
  const unsaved = useUnsaved(useFormChanged(form, start));

  function submit(values: NsbdForm) {
    setFailure(undefined);
    save.mutate(changeOf(point.measuringPointId, values), {
      onSuccess: () => {
        unsaved.saved();
        onClose();
      },
      onError: (error) => {
        const about = aboutFields(error);
        setFailure(showFieldErrors(form, about, [...textNames, ...numberNames]) ? undefined : about);
      },
    });
  }

  return (
    <Dialog
      open
      width={560}
      title={point.measuringPointName}
      okText={t('common:action.save')}
      okButtonProps={{ loading: save.isPending }}
      onCancel={() => unsaved.leave(onClose)}
      onOk={form.submit}
    >
      <Unsaved of={unsaved}>
        <FormError error={failure} />
        <Form<NsbdForm>
          form={form}
          name="nsbdPoint"
          layout="vertical"
          requiredMark={false}
          initialValues={start}
          onFinish={submit}
        >
          <div className={styles.pair}>
            {(['designNumber', 'range', 'installer'] as const).map((name) => (
              <Form.Item key={name} name={name} label={t(`field.${name}`)} rules={[atMost(longest[name])]}>
                <Input />
              </Form.Item>
            ))}
            {numberNames.map((name) => (
              <Form.Item key={name} name={name} label={t(`field.${name}`)}>
                <InputNumber className={styles.number ?? ''} suffix="m" {...limits[name]} />
              </Form.Item>
            ))}
          </div>
          <Form.Item name="remarks" label={t('field.remarks')} rules={[atMost(longest.remarks)]}>
            <Input.TextArea rows={3} />
          </Form.Item>
        </Form>
      </Unsaved>
    </Dialog>
  );
}

const limits = { offset: { min: -100_000, max: 100_000 }, cableLength: { min: 0, max: 100_000 } };
