import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, InputNumber, Select, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { measurementsQuery, useFieldUnit, useLabel } from '@/api/catalog';
import { pointsQuery } from '@/api/project';
import { useCan } from '@/entities/permission/permissions';
import { atMost } from '@/ui/form/at-most';
import { FormError } from '@/ui/form/form-error';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { announce } from '@/ui/messages';
import styles from '../gradings.module.css';
import { emptyCondition, type MultiForm, multiBodyOf, multiFormOf, valueTypes } from '../model/form';
import { type Multi, useSaveMulti } from '../queries';

interface Props {
  projectId: number;
  /** undefined: a new one. */
  grading: Multi | undefined;
  onClose: () => void;
}

/** The form of a grading of several attributes or points. */
export function MultiEditor({ projectId, grading, onClose }: Props) {
  const { t } = useTranslation(['gradings', 'common']);
  const [form] = Form.useForm<MultiForm>();
  const [start] = useState(() => {
    const made = multiFormOf(grading);
    return grading ? made : { ...made, conditions: [emptyCondition, emptyCondition] };
  });
  const mayChange = useCan(grading ? 'Update:AlertRule' : 'Create:AlertRule');
  const { saved } = useUnsaved(useFormChanged(form, start));
  const save = useSaveMulti(projectId, grading?.id ?? 0);
  const values = (Form.useWatch((all: MultiForm) => all, form) as MultiForm | undefined) ?? start;
  return (
    <Form<MultiForm>
      form={form}
      name="multi"
      layout="vertical"
      requiredMark={false}
      disabled={!mayChange}
      initialValues={start}
      onFinish={() =>
        save.mutate(multiBodyOf(form.getFieldsValue(true) as MultiForm), {
          onSuccess: () => {
            saved();
            announce('success', t('saved'));
            onClose();
          },
        })
      }
    >
      <div className={styles.levelHead}>
        <Button disabled={false} onClick={onClose}>
          {t('back')}
        </Button>
        <span className={styles.space} />
        <label htmlFor="multi_enable">{t('enable')}</label>
        <Form.Item name="enable" valuePropName="checked" noStyle>
          <Switch />
        </Form.Item>
        {mayChange && (
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {t('common:action.save')}
          </Button>
        )}
      </div>
      <p className={styles.quiet}>{t('datedHint')}</p>
      <FormError error={save.error} />
      <div className={styles.grid}>
        <Form.Item
          name="name"
          label={t('name')}
          rules={[{ required: true, whitespace: true, message: t('nameEmpty') }, atMost(50)]}
        >
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item name="level" label={t('grade')}>
          <Select options={[1, 2, 3, 4].map((value) => ({ value, label: t(`common:level.${value as 1}`) }))} />
        </Form.Item>
        <Form.Item name="expression" label={t('expression')}>
          <Select
            options={(['all', 'any', 'atLeast'] as const).map((value) => ({ value, label: t(`rule.${value}`) }))}
          />
        </Form.Item>
        {values.expression === 'atLeast' && (
          <Form.Item name="atLeast" label={t('atLeast')}>
            <InputNumber min={2} max={20} precision={0} className={styles.wide ?? ''} />
          </Form.Item>
        )}
        <Form.Item name="timeWindow" label={t('window')} extra={t('windowHint')}>
          <InputNumber min={1} max={10080} precision={0} suffix={t('minutes')} className={styles.wide ?? ''} />
        </Form.Item>
      </div>
      <h3>{t('conditions')}</h3>
      <Form.List name="conditions">
        {(fields, { add, remove }) => (
          <div className={styles.rows}>
            {fields.map(({ key, name }) => (
              <div key={key} className={styles.conditions}>
                <MultiCondition
                  projectId={projectId}
                  at={name}
                  values={values}
                  onMeasurement={(field) => form.setFieldValue(['conditions', name, 'field'], field)}
                  onPoint={() => form.setFieldValue(['conditions', name, 'point'], 0)}
                />
                <Button
                  size="small"
                  type="text"
                  disabled={fields.length <= 2}
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={t('removeCondition')}
                  onClick={() => remove(name)}
                />
              </div>
            ))}
            <span>
              <Button
                size="small"
                icon={<PlusOutlined aria-hidden />}
                disabled={fields.length >= 20}
                onClick={() => add(emptyCondition)}
              >
                {t('addCondition')}
              </Button>
            </span>
          </div>
        )}
      </Form.List>
    </Form>
  );
}

interface ConditionProps {
  projectId: number;
  at: number;
  values: MultiForm;
  onMeasurement: (field: string) => void;
  onPoint: () => void;
}

function MultiCondition({ projectId, at, values, onMeasurement, onPoint }: ConditionProps) {
  const { t } = useTranslation(['gradings', 'common']);
  const say = useLabel();
  const measurements = useQuery(measurementsQuery).data ?? [];
  const points = useQuery(pointsQuery(projectId, {})).data?.list ?? [];
  const { measurement = '', field = '', valueType = 'accumulated' } = values.conditions?.[at] ?? {};
  const unit = useFieldUnit()(measurement, field);
  const fields = measurements.find(({ code }) => code === measurement)?.fields ?? [];
  return (
    <>
      <Form.Item name={[at, 'measurement']} noStyle rules={[{ required: true, message: t('measurementEmpty') }]}>
        <Select
          aria-label={t('common:entity.measurement')}
          className={styles.wide ?? ''}
          showSearch={{ optionFilterProp: 'label' }}
          options={measurements
            .filter((one) => one.fields.length > 0)
            .map(({ code, label }) => ({ value: code, label: say(label) }))}
          onChange={(code: string) => {
            onMeasurement(measurements.find((one) => one.code === code)?.mainField ?? '');
            onPoint();
          }}
        />
      </Form.Item>
      <Form.Item name={[at, 'point']} noStyle>
        <Select
          aria-label={t('common:entity.point')}
          className={styles.wide ?? ''}
          showSearch={{ optionFilterProp: 'label' }}
          options={[
            { value: 0, label: t('anyPoint') },
            ...points
              .filter((one) => one.measurement === measurement)
              .map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Form.Item>
      <Form.Item name={[at, 'field']} noStyle rules={[{ required: true, message: t('attributeEmpty') }]}>
        <Select
          aria-label={t('attribute')}
          className={styles.short ?? ''}
          options={fields.map(({ name, label }) => ({ value: name, label: say(label) }))}
        />
      </Form.Item>
      <Form.Item name={[at, 'valueType']} noStyle>
        <Select
          aria-label={t('valueType')}
          className={styles.short ?? ''}
          options={valueTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name={[at, 'op']} noStyle>
        <Select
          aria-label={t('compare')}
          options={[
            { value: '>=', label: '≥' },
            { value: '<=', label: '≤' },
          ]}
        />
      </Form.Item>
      <Form.Item name={[at, 'value']} noStyle rules={[{ required: true, message: t('limitEmpty') }]}>
        <InputNumber
          suffix={valueType === 'rate' ? unit && `${unit}/d` : unit}
          aria-label={t('limit')}
          className={styles.short ?? ''}
        />
      </Form.Item>
    </>
  );
}
