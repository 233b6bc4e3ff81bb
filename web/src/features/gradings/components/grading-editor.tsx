import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, InputNumber, Select, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { measurementsQuery, useAttributes, useFieldUnit, useLabel } from '@/api/catalog';
import { structuresQuery } from '@/api/project';
import { useCan } from '@/entities/permission/permissions';
import { atMost } from '@/ui/form/at-most';
import { FormError } from '@/ui/form/form-error';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { announce } from '@/ui/messages';
import styles from '../gradings.module.css';
import { bodyOf, formOf, type GradingForm, levelsOf } from '../model/form';
import { type Grading, type GradingLevel, useSaveGrading } from '../queries';
import { LevelFields } from './level-fields';

interface Props {
  projectId: number;
  /** undefined: a new one. */
  grading: Grading | undefined;
  twoIndex: GradingLevel[];
  onClose: () => void;
}

/** The form of a grading of one attribute. A new one begins with two-index control. */
export function GradingEditor({ projectId, grading, twoIndex, onClose }: Props) {
  const { t } = useTranslation(['gradings', 'common']);
  const say = useLabel();
  const [form] = Form.useForm<GradingForm>();
  const [start] = useState(() => formOf(grading, twoIndex));
  const mayChange = useCan(grading ? 'Update:AlertRule' : 'Create:AlertRule');
  const { saved } = useUnsaved(useFormChanged(form, start));
  const save = useSaveGrading(projectId, grading?.id ?? 0);
  const structures = useQuery(structuresQuery(projectId)).data?.list ?? [];
  const measurements = useQuery(measurementsQuery).data ?? [];
  const measurement = Form.useWatch('measurement', form) ?? start.measurement;
  const field = Form.useWatch('field', form) ?? start.field;
  const attributes = useAttributes(measurement);
  const unit = useFieldUnit()(measurement, field);
  return (
    <Form<GradingForm>
      form={form}
      name="grading"
      layout="vertical"
      requiredMark={false}
      disabled={!mayChange}
      initialValues={start}
      onFinish={() =>
        save.mutate(bodyOf(form.getFieldsValue(true) as GradingForm), {
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
        <label htmlFor="grading_enable">{t('enable')}</label>
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
        <Form.Item name="structureId" label={t('common:entity.structure')}>
          <Select
            options={[
              { value: 0, label: t('wholeProject') },
              ...structures.filter(({ isItem }) => !isItem).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Form.Item>
        <Form.Item
          name="measurement"
          label={t('common:entity.measurement')}
          rules={[{ required: true, message: t('measurementEmpty') }]}
        >
          <Select
            disabled={grading !== undefined}
            showSearch={{ optionFilterProp: 'label' }}
            options={measurements
              .filter(({ fields }) => fields.length > 0)
              .map(({ code, label }) => ({ value: code, label: say(label) }))}
            onChange={(code: string) =>
              form.setFieldValue('field', measurements.find((one) => one.code === code)?.mainField ?? '')
            }
          />
        </Form.Item>
        <Form.Item name="field" label={t('attribute')} rules={[{ required: true, message: t('attributeEmpty') }]}>
          <Select
            disabled={grading !== undefined}
            options={attributes.map(({ name, label }) => ({ value: name, label: say(label) }))}
          />
        </Form.Item>
        <Form.Item name="controlValue" label={t('controlValue')} extra={t('controlHint')}>
          <InputNumber min={0} suffix={unit} className={styles.wide ?? ''} />
        </Form.Item>
        <Form.Item name="rateControl" label={t('rateControl')} extra={t('controlHint')}>
          <InputNumber min={0} suffix={unit && `${unit}/d`} className={styles.wide ?? ''} />
        </Form.Item>
      </div>
      <div className={styles.levelHead}>
        <h3>{t('grades')}</h3>
        <span className={styles.space} />
        {mayChange && (
          <Button onClick={() => form.setFieldValue('levels', levelsOf(twoIndex))}>{t('useTwoIndex')}</Button>
        )}
      </div>
      <p className={styles.quiet}>{t('gradesHint')}</p>
      <LevelFields unit={unit} />
    </Form>
  );
}
