import { Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/entities/permission/permissions';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
import { fieldNames, fieldsOf } from '../model/fields';
import { type Corporation, type CorporationFields, useSaveCorporation } from '../queries';
import { BrandFields } from './brand-fields';
import styles from './corporation-form.module.css';
import { InfoFields } from './info-fields';
import { SwitchFields } from './switch-fields';

/** Everything of a corporation in one form; read-only without the permission to change it. */
export function CorporationForm({ corporation }: { corporation: Corporation }) {
  const { t } = useTranslation('corporation');
  const [form] = Form.useForm<CorporationFields>();
  const may = useCan('Update:Corporation');
  const { mutateAsync, isPending } = useSaveCorporation(corporation.id);
  const changed = useFormChanged(form, corporation);
  useUnsaved(changed);
  const [failure, setFailure] = useState<unknown>();

  async function save(values: CorporationFields) {
    setFailure(undefined);
    try {
      const saved = await mutateAsync(fieldsOf(values, corporation));
      form.setFieldsValue(saved);
      announce('success', t('saved'));
    } catch (error) {
      setFailure(showFieldErrors(form, error, fieldNames) ? undefined : error);
    }
  }

  function discard() {
    form.resetFields();
    setFailure(undefined);
  }

  return (
    <Form<CorporationFields>
      form={form}
      layout="vertical"
      requiredMark={false}
      disabled={!may}
      initialValues={corporation}
      onFinish={(values) => void save(values)}
      className={styles.form ?? ''}
    >
      <Panel title={t('info')}>
        <InfoFields />
      </Panel>
      <Panel title={t('brand')}>
        <BrandFields />
      </Panel>
      <Panel title={t('switches')}>
        <SwitchFields />
      </Panel>
      {may && (
        <div className={styles.actions}>
          <Button type="primary" htmlType="submit" loading={isPending} disabled={!changed}>
            {t('save')}
          </Button>
          <Button onClick={discard} disabled={!changed || isPending}>
            {t('discard')}
          </Button>
          <FormError error={failure} />
        </div>
      )}
    </Form>
  );
}
