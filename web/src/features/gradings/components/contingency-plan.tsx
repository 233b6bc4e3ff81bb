import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/entities/permission/permissions';
import { useZone } from '@/entities/project/use-project';
import { atMost } from '@/ui/form/at-most';
import { FormError } from '@/ui/form/form-error';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { PicturePicker } from '@/ui/picture/picture-picker';
import { QueryPanel } from '@/ui/states';
import styles from '../gradings.module.css';
import { type Contingency, type ContingencyFields, useContingency, useSaveContingency } from '../queries';
import { DocumentsField } from './documents-field';
import { OrganisationFields } from './organisation-fields';

/** The contingency plan of a project: text, documents, pages as pictures, people and materials. */
export function ContingencyPlan({ projectId }: { projectId: number }) {
  const { t } = useTranslation('gradings');
  const query = useContingency(projectId);
  return (
    <QueryPanel query={query} failure={t('failed')} rows={8}>
      {(plan) => <PlanForm key={plan.updatedAt} projectId={projectId} plan={plan} />}
    </QueryPanel>
  );
}

function PlanForm({ projectId, plan }: { projectId: number; plan: Contingency }) {
  const { t } = useTranslation(['gradings', 'common']);
  const zone = useZone(projectId);
  const [form] = Form.useForm<ContingencyFields>();
  const [start] = useState<ContingencyFields>(() => ({
    title: plan.title,
    text: plan.text,
    organisation: (plan.organisation ?? []).map(({ left: _left, accountId = 0, ...person }) => ({
      ...person,
      accountId,
    })),
    materials: plan.materials ?? '',
    pictures: plan.pictures ?? [],
    documents: plan.documents ?? [],
  }));
  const mayChange = useCan('Update:AlertRule');
  const save = useSaveContingency(projectId);
  const [uploading, setUploading] = useState(false);
  const [sending, setSending] = useState(false);
  const { saved } = useUnsaved(useFormChanged(form, start));
  return (
    <Form<ContingencyFields>
      form={form}
      name="contingency"
      layout="vertical"
      requiredMark={false}
      disabled={!mayChange}
      initialValues={start}
      onFinish={() =>
        save.mutate(form.getFieldsValue(true) as ContingencyFields, {
          onSuccess: () => {
            saved();
            announce('success', t('planSaved'));
          },
        })
      }
    >
      <div className={styles.levelHead}>
        <span className={styles.quiet}>
          {plan.exists
            ? t('changedBy', { name: plan.updatedBy, time: formatTime(plan.updatedAt, zone, 'list') })
            : t('noContingency')}
        </span>
        <span className={styles.space} />
        {mayChange && (
          <Button type="primary" htmlType="submit" loading={save.isPending} disabled={uploading || sending}>
            {t('common:action.save')}
          </Button>
        )}
      </div>
      <FormError error={save.error} />
      <Form.Item
        name="title"
        label={t('planTitle')}
        rules={[{ required: true, whitespace: true, message: t('nameEmpty') }, atMost(50)]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="text" label={t('planText')} rules={[atMost(20000)]}>
        <Input.TextArea rows={10} />
      </Form.Item>
      <Form.Item name="documents" label={t('documents.title')}>
        <DocumentsField disabled={!mayChange} onBusy={setSending} />
      </Form.Item>
      <Form.Item name="pictures" label={t('planPages')}>
        <PicturePicker disabled={!mayChange} onBusy={setUploading} />
      </Form.Item>
      <h3>{t('organisation')}</h3>
      <OrganisationFields projectId={projectId} disabled={!mayChange} />
      <Form.Item name="materials" label={t('materials')} rules={[atMost(4000)]}>
        <Input.TextArea rows={2} />
      </Form.Item>
    </Form>
  );
}
