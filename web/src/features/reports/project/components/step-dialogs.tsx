import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Kind, signingPicturesQuery } from '@/entities/signing/pictures';
import { Dialog } from '@/ui/dialog';
import { atMost, counted, noteLength } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { Unsaved, useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { announce } from '@/ui/messages';
import { type Texts, textNames, textsOf } from '../model/settings';
import type { Role } from '../model/steps';
import { type ProjectReport, useReturn, useRevise, useSign, useUpdate } from '../queries';
import { TextFields } from './text-fields';

interface Props {
  report: ProjectReport;
  onClose: () => void;
}

/** Signs a report with the password of the person. */
export function SignDialog({ report, onClose }: Props) {
  const { t } = useTranslation('project-reports');
  const [form] = Form.useForm<{ password: string; pictures: Kind[] }>();
  const own = useQuery(signingPicturesQuery).data ?? [];
  const sign = useSign(report.projectId, report.id);
  const [failure, setFailure] = useState<unknown>();
  // The report is read again while the dialog is open; the person signs what the dialog said.
  const [role] = useState(report.next as Role);

  async function submit({ password, pictures }: { password: string; pictures: Kind[] }) {
    setFailure(undefined);
    try {
      await sign.mutateAsync({ role, password, pictures });
      announce('success', t('sign.done'));
      onClose();
    } catch (error) {
      setFailure(showFieldErrors(form, error, ['password', 'pictures']) ? undefined : error);
    }
  }

  return (
    <Dialog
      open
      width={460}
      title={t(`sign.title.${role}`)}
      okText={t('sign.ok')}
      okButtonProps={{ loading: sign.isPending }}
      onCancel={onClose}
      onOk={form.submit}
    >
      <p>{t(`sign.meaning.${role}`)}</p>
      <FormError error={failure} />
      <Form
        form={form}
        name="signReport"
        layout="vertical"
        requiredMark={false}
        initialValues={{ password: '', pictures: [] }}
        onFinish={submit}
      >
        <Form.Item
          name="password"
          label={t('sign.password')}
          rules={[{ required: true, message: t('sign.passwordEmpty') }, atMost(200)]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Form.Item name="pictures" hidden={own.length === 0}>
          <Checkbox.Group options={own.map(({ kind }) => ({ value: kind, label: t(`sign.put.${kind}`) }))} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}

/** Returns a report to a draft with a remark, or begins a revision with a reason. */
export function ReasonDialog({ report, step, start = '', onClose, onDone }: Props & ReasonProps) {
  const { t } = useTranslation('project-reports');
  const [form] = Form.useForm<{ text: string }>();
  const giveBack = useReturn(report.projectId, report.id);
  const revise = useRevise(report.projectId, report.id);
  const send = step === 'return' ? giveBack : revise;
  const [failure, setFailure] = useState<unknown>();
  const unsaved = useUnsaved(useFormChanged(form, { text: start }));

  async function submit({ text }: { text: string }) {
    setFailure(undefined);
    try {
      const { id } = await send.mutateAsync(text.trim());
      unsaved.saved();
      onDone(id);
    } catch (error) {
      setFailure(error);
    }
  }

  return (
    <Dialog
      open
      width={520}
      title={t(`${step}.title`)}
      okText={t(`${step}.ok`)}
      okButtonProps={{ loading: send.isPending }}
      onCancel={() => unsaved.leave(onClose)}
      onOk={form.submit}
    >
      <Unsaved of={unsaved}>
        <p>{t(`${step}.meaning`)}</p>
        <FormError error={failure} />
        <Form
          form={form}
          name="reportReason"
          layout="vertical"
          requiredMark={false}
          initialValues={{ text: start }}
          onFinish={submit}
        >
          <Form.Item
            name="text"
            label={t(`${step}.text`)}
            rules={[{ required: true, whitespace: true, message: t('reasonEmpty') }, atMost(noteLength)]}
          >
            <Input.TextArea rows={4} count={counted(noteLength)} />
          </Form.Item>
        </Form>
      </Unsaved>
    </Dialog>
  );
}

interface ReasonProps {
  step: 'return' | 'revise';
  /** The reason that the field begins with. */
  start?: string;
  /** Gets the id of the report that the step returned. */
  onDone: (id: number) => void;
}

/** Changes the texts of a draft, which is then printed again. */
export function TextsDialog({ report, onClose }: Props) {
  const { t } = useTranslation(['project-reports', 'common']);
  const [form] = Form.useForm<Texts>();
  const [start] = useState(() => textsOf(report.settings));
  const update = useUpdate(report.projectId, report.id);
  const [failure, setFailure] = useState<unknown>();
  const unsaved = useUnsaved(useFormChanged(form, start));

  async function submit(values: Texts) {
    setFailure(undefined);
    try {
      await update.mutateAsync(values);
      unsaved.saved();
      onClose();
    } catch (error) {
      setFailure(showFieldErrors(form, error, textNames) ? undefined : error);
    }
  }

  return (
    <Dialog
      open
      width={640}
      title={t('edit')}
      okText={t('common:action.save')}
      okButtonProps={{ loading: update.isPending }}
      onCancel={() => unsaved.leave(onClose)}
      onOk={form.submit}
    >
      <Unsaved of={unsaved}>
        <FormError error={failure} />
        <Form<Texts>
          form={form}
          name="reportTexts"
          layout="vertical"
          requiredMark={false}
          initialValues={start}
          onFinish={submit}
        >
          <TextFields />
        </Form>
      </Unsaved>
    </Dialog>
  );
}
