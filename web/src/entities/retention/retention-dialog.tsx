import { Form, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { NumberField } from '@/ui/form/number-field';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { announce } from '@/ui/messages';
import { type AgeForm, ageOf, bodyOf } from './age';
import { type Place, type RetentionKind, useRetentionPreview, useSetRetention } from './queries';
import styles from './retention.module.css';
import { RetentionCost } from './retention-cost';
import { useAgeText } from './use-age-text';

interface Props {
  place: Place;
  kind: RetentionKind;
  zone: string;
  onClose: () => void;
}

/** Sets the age of a kind, and says before saving what it would delete. */
export function RetentionDialog({ place, kind, zone, onClose }: Props) {
  const { t } = useTranslation(['retention', 'common']);
  const text = useAgeText();
  const [form] = Form.useForm<AgeForm>();
  const here = 'projectId' in place ? 'project' : 'corporation';
  const [start] = useState(() => ageOf(kind, here));
  const age: AgeForm = {
    choice: Form.useWatch('choice', form) ?? start.choice,
    days: Form.useWatch('days', form) ?? null,
  };
  const body = bodyOf(kind, age);
  const preview = useRetentionPreview(place, body);
  const save = useSetRetention(place);
  const changed = useFormChanged(form, start);
  const unsaved = useUnsaved(changed);
  const submit = () => {
    if (!body) return;
    save.mutate(body, {
      onSuccess: () => {
        unsaved.saved();
        announce('success', t('saved'));
        onClose();
      },
      onError: (error) => showFieldErrors(form, error, ['days']),
    });
  };
  return (
    <Dialog
      open
      width={520}
      title={t('setOf', { name: kind.name })}
      okText={t('common:action.save')}
      okButtonProps={{
        disabled: !changed || !body || !preview.data,
        loading: save.isPending,
        danger: (preview.data?.deleted.rows ?? 0) > 0,
      }}
      onCancel={() => unsaved.leave(onClose)}
      onOk={() => form.submit()}
    >
      <Form<AgeForm> form={form} layout="vertical" requiredMark={false} initialValues={start} onFinish={submit}>
        <Form.Item name="choice" label={t('age')}>
          <Radio.Group
            className={styles.choices ?? ''}
            options={[
              { value: 'above', label: t(`above.${here}`, { age: text.age(kind.above) }) },
              { value: 'forever', label: t('forever') },
              { value: 'days', label: t('byDays') },
            ]}
          />
        </Form.Item>
        {age.choice === 'days' && (
          <Form.Item
            name="days"
            label={t('daysLabel')}
            rules={[
              {
                validator: (_, days: number | null) =>
                  bodyOf(kind, { choice: 'days', days })
                    ? Promise.resolve()
                    : Promise.reject(new Error(t('range', { min: kind.minDays, max: kind.maxDays }))),
              },
            ]}
          >
            <NumberField min={1} />
          </Form.Item>
        )}
        <section className={styles.cost} aria-label={t('cost.title')} aria-live="polite">
          {body && !preview.isError && <RetentionCost preview={preview.data} changed={changed} zone={zone} />}
          <FormError error={preview.error} />
        </section>
        <FormError error={save.error} />
      </Form>
    </Dialog>
  );
}
