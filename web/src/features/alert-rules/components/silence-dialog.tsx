import { useQuery } from '@tanstack/react-query';
import { Form, Input, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { structuresQuery } from '@/api/project';
import { PointsPick } from '@/entities/project/points-pick';
import { Dialog } from '@/ui/dialog';
import { atMost } from '@/ui/form/at-most';
import { FormError } from '@/ui/form/form-error';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { formatTime } from '@/ui/format/time';
import { useNow } from '@/ui/format/use-now';
import { announce } from '@/ui/messages';
import styles from '../alert-rules.module.css';
import { useAddSilence, useLevelText } from '../silences';

interface Fields {
  structureId: number;
  itemId: number;
  pointIds: number[];
  level: number;
  from: number | null;
  minutes: number;
  note: string;
}

const lengths = [30, 60, 120, 240, 480, 1440, 3 * 1440, 7 * 1440, 31 * 1440];
const begin: Fields = { structureId: 0, itemId: 0, pointIds: [], level: 3, from: null, minutes: 120, note: '' };

interface Props {
  projectId: number;
  zone: string;
  onClose: () => void;
}

/** Silences a part of a project, from now or a later time on. */
export function SilenceDialog({ projectId, zone, onClose }: Props) {
  const { t } = useTranslation(['silences', 'common']);
  const [form] = Form.useForm<Fields>();
  const values = Form.useWatch([], form) ?? begin;
  const add = useAddSilence(projectId);
  const levelText = useLevelText();
  const now = useNow();
  const structures = useQuery(structuresQuery(projectId)).data?.list ?? [];
  const lasting = (minutes: number) => {
    if (minutes < 60) return t('minutes', { n: minutes });
    return minutes < 1440 ? t('hours', { n: minutes / 60 }) : t('days', { n: minutes / 1440 });
  };
  const whole = { value: 0, label: t('wholeProject') };
  const save = ({ from, ...rest }: Fields) =>
    add.mutate(
      { ...rest, ...(from ? { from } : {}) },
      {
        onSuccess: () => {
          announce('success', t('saved'));
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      width={560}
      title={t('add')}
      okText={t('common:action.save')}
      okButtonProps={{ loading: add.isPending }}
      onCancel={onClose}
      onOk={form.submit}
    >
      <FormError error={add.error} />
      <Form<Fields>
        form={form}
        name="silence"
        layout="vertical"
        requiredMark={false}
        initialValues={begin}
        onFinish={save}
      >
        <div className={styles.grid}>
          <Form.Item name="structureId" label={t('common:entity.structure')}>
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              options={[whole, ...structures.filter((one) => !one.isItem).map(optionOf)]}
              onChange={() => form.setFieldsValue({ itemId: 0, pointIds: [] })}
            />
          </Form.Item>
          <Form.Item name="itemId" label={t('common:entity.item')}>
            <Select
              disabled={values.structureId === 0}
              showSearch={{ optionFilterProp: 'label' }}
              options={[
                { value: 0, label: t('wholeStructure') },
                ...structures.filter((one) => one.isItem && one.parentId === values.structureId).map(optionOf),
              ]}
              onChange={() => form.setFieldsValue({ pointIds: [] })}
            />
          </Form.Item>
        </div>
        <Form.Item name="pointIds" label={t('points')}>
          <PointsPick
            projectId={projectId}
            structureId={values.structureId}
            itemId={values.itemId}
            label={t('points')}
            placeholder={t('allPoints')}
          />
        </Form.Item>
        <Form.Item name="level" label={t('level')} extra={t('levelHint')}>
          <Radio.Group
            options={([1, 2, 3, 4] as const).map((value) => ({
              value,
              label: levelText(value),
            }))}
          />
        </Form.Item>
        <div className={styles.grid}>
          <Form.Item name="from" label={t('start')}>
            <ZonedPicker zone={zone} label={t('start')} allowClear placeholder={t('now')} />
          </Form.Item>
          <Form.Item
            name="minutes"
            label={t('lasts')}
            extra={t('until', { time: formatTime((values.from ?? now) + values.minutes * 60_000, zone, 'list'), zone })}
          >
            <Select options={lengths.map((value) => ({ value, label: lasting(value) }))} />
          </Form.Item>
        </div>
        <Form.Item
          name="note"
          label={t('note')}
          extra={t('effect')}
          rules={[{ required: true, whitespace: true, message: t('noteEmpty') }, atMost(200)]}
        >
          <Input />
        </Form.Item>
      </Form>
    </Dialog>
  );
}

const optionOf = ({ id, name }: { id: number; name: string }) => ({ value: id, label: name });
