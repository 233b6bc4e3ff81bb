import { Alert, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { describeError } from '@/api/errors';
import { Dialog } from '@/ui/dialog';
import { showFieldErrors } from '@/ui/form/field-errors';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { useLanguage } from '@/ui/i18n/use-language';
import { useCreateProject } from './make';
import { ProjectFields, type ProjectForm, projectFieldNames, withoutNull } from './project-fields';

interface Props {
  open: boolean;
  onClose: () => void;
}

/** Creates a project and opens its console. */
export function ProjectDialog({ open, onClose }: Props) {
  const { t } = useTranslation('forms');
  const language = useLanguage();
  const [form] = Form.useForm<ProjectForm>();
  const navigate = useNavigate();
  const start = { timeZone: 'Asia/Shanghai', language, useStructure: true };
  const unsaved = useUnsaved(useFormChanged(form, start));
  const create = useCreateProject();
  const submit = (values: ProjectForm) =>
    create.mutate(withoutNull(values), {
      onSuccess: (project) => {
        unsaved.saved();
        // Replaces the address with the dialog open, so that Back does not open it again.
        void navigate(`/projects/${project.id}/console`, { replace: true });
      },
      onError: (error) => showFieldErrors(form, error, projectFieldNames),
    });
  return (
    <Dialog
      open={open}
      width={480}
      title={t('project.create')}
      okText={t('project.create')}
      okButtonProps={{ loading: create.isPending }}
      onCancel={() => unsaved.leave(onClose)}
      onOk={() => form.submit()}
      destroyOnHidden
    >
      <Form<ProjectForm> form={form} layout="vertical" requiredMark={false} initialValues={start} onFinish={submit}>
        {create.error && <Alert type="error" showIcon title={describeError(create.error)} />}
        <ProjectFields />
      </Form>
    </Dialog>
  );
}
