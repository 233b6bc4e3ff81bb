import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceTypesQuery, measurementsQuery, useLabel } from '@/api/catalog';
import { Consequences } from '@/entities/configuration/consequences';
import { Dialog } from '@/ui/dialog';
import { atMost } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { announce } from '@/ui/messages';
import { combine, subPoints } from '../model/grid';
import { type Conversion, type Point, useConvertPoint, usePreviewConversion } from '../queries/points';
import { PointsSelect } from './points-select';

interface Props {
  open: boolean;
  point: Point;
  zone: string;
  onClose: () => void;
}

interface Values {
  type: Conversion['type'];
  category?: string;
  from: number;
  sources?: number[];
  combine?: 'main' | 'mean';
  note?: string;
}

const kinds = ['normal', 'composite', 'artificial'] as const;
const fields = ['type', 'category', 'from', 'sources', 'note'];

/** Converts a point to another kind from a given time; earlier readings stay. */
export function ConvertDialog({ open, point, zone, onClose }: Props) {
  const { t } = useTranslation(['sites', 'console', 'common']);
  const say = useLabel();
  const [form] = Form.useForm<Values>();
  const type = Form.useWatch('type', form);
  const { data: types = [] } = useQuery(deviceTypesQuery);
  const { data: measurements = [] } = useQuery(measurementsQuery);
  const field = measurements.find((m) => m.code === point.measurement)?.mainField ?? '';
  const convert = useConvertPoint(point.projectId, point.structureId, point.id);
  const preview = usePreviewConversion(point.structureId, point.id);
  const [start] = useState(() => ({
    type: kinds.find((kind) => kind !== point.type),
    from: Date.now(),
    combine: 'mean' as const,
  }));
  const unsaved = useUnsaved(useFormChanged(form, start));
  // The first click previews the change, the second makes it.
  const submit = ({ sources = [], combine: kept, ...values }: Values) => {
    const conversion = {
      ...values,
      note: values.note ?? '',
      ...(values.type === 'composite'
        ? { sources: subPoints(sources), rules: [combine(field, kept === 'mean' ? sources : sources.slice(0, 1))] }
        : {}),
      ...(values.type === 'artificial' ? { rules: [combine(field, [point.id])] } : {}),
    };
    const onError = (error: unknown) => showFieldErrors(form, error, fields);
    if (!preview.data) {
      preview.mutate(conversion, { onError });
      return;
    }
    convert.mutate(conversion, {
      onSuccess: () => {
        unsaved.saved();
        announce('success', t('convert.done'));
        onClose();
      },
      onError,
    });
  };
  return (
    <Dialog
      open={open}
      width={640}
      title={t('convert.title', { name: point.name })}
      okText={preview.data ? t('convert.do') : t('console:version.preview')}
      okButtonProps={{ loading: convert.isPending || preview.isPending }}
      onCancel={() =>
        unsaved.leave(() => {
          convert.reset();
          onClose();
        })
      }
      onOk={() => form.submit()}
      destroyOnHidden
    >
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={start}
        onFinish={submit}
        onValuesChange={() => {
          preview.reset();
          convert.reset();
        }}
      >
        <FormError error={convert.error ?? preview.error ?? undefined} />
        <Form.Item name="type" label={t('convert.kind')}>
          <Select
            options={kinds
              .filter((kind) => kind !== point.type)
              .map((value) => ({ value, label: t(`kinds.${value}`) }))}
          />
        </Form.Item>
        {type === 'normal' && (
          <Form.Item
            name="category"
            label={t('convert.category')}
            rules={[{ required: true, message: t('convert.categoryNeeded') }]}
          >
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              options={types
                .filter((one) => one.measurements.includes(point.measurement))
                .map((one) => ({ value: one.code, label: say(one.label) }))}
            />
          </Form.Item>
        )}
        {type === 'composite' && (
          <>
            <Form.Item
              name="sources"
              label={t('convert.subPoints')}
              rules={[{ required: true, message: t('convert.subPointsNeeded') }]}
              getValueProps={(value: number[] | undefined) => ({ value: value ?? [] })}
            >
              <PointsField projectId={point.projectId} except={point.id} label={t('convert.subPoints')} />
            </Form.Item>
            <Form.Item name="combine" label={t('convert.combine')}>
              <Select
                options={(['mean', 'main'] as const).map((value) => ({ value, label: t(`convert.combines.${value}`) }))}
              />
            </Form.Item>
          </>
        )}
        <Form.Item name="from" label={t('convert.from')}>
          <ZonedPicker zone={zone} label={t('convert.from')} />
        </Form.Item>
        <Form.Item name="note" rules={[atMost(200)]} label={`${t('convert.note')}${t('common:optional')}`}>
          <Input />
        </Form.Item>
        <p>{t('convert.hint')}</p>
        {preview.data && <Consequences found={preview.data} zone={zone} />}
      </Form>
    </Dialog>
  );
}

/** PointsSelect as a form control. */
function PointsField(props: {
  projectId: number;
  except: number;
  label: string;
  value?: number[];
  onChange?: (ids: number[]) => void;
}) {
  return <PointsSelect {...props} value={props.value ?? []} onChange={props.onChange ?? (() => undefined)} />;
}
