import { FileExcelOutlined } from '@ant-design/icons';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import { atMost } from '@/ui/form/at-most';
import { DropFile } from '@/ui/form/drop-file';
import { Unsaved, useUnsaved } from '@/ui/form/unsaved';
import { accepted, type Draft, largest, useCheck } from '../queries';
import styles from '../templates.module.css';
import { Refusal } from './refusal';

interface Values {
  name: string;
}

interface Props {
  projectId: number;
  /** The names that are taken. */
  names: readonly string[];
  onClose: () => void;
  onChecked: (draft: Draft) => void;
}

/** Names a new template and checks its file. It is stored only on the page that shows what was found. */
export function UploadDialog({ projectId, names, onClose, onChecked }: Props) {
  const { t } = useTranslation('report-templates');
  const [form] = Form.useForm<Values>();
  const check = useCheck(projectId);
  const [changed, setChanged] = useState(false);
  const unsaved = useUnsaved(changed);
  const [file, setFile] = useState<File>();
  const [missing, setMissing] = useState(false);

  function choose(chosen: File) {
    setFile(chosen);
    setMissing(false);
    if (!form.getFieldValue('name')?.trim()) {
      form.setFieldValue('name', [...chosen.name.replace(/\.[^.]*$/, '')].slice(0, 60).join(''));
    }
    setChanged(true);
    check.reset();
  }

  function submit({ name }: Values) {
    setMissing(!file);
    if (!file) return;
    check.mutate(file, {
      onSuccess: (checked) => {
        unsaved.saved();
        onChecked({ name: name.trim(), file, checked });
      },
    });
  }

  return (
    <Dialog
      open
      width={560}
      title={t('upload')}
      okText={t('dialog.check')}
      okButtonProps={{ loading: check.isPending }}
      onCancel={() => unsaved.leave(onClose)}
      onOk={form.submit}
    >
      <Unsaved of={unsaved}>
        <Form<Values>
          form={form}
          name="reportTemplate"
          layout="vertical"
          requiredMark={false}
          onValuesChange={() => setChanged(true)}
          onFinish={submit}
          onFinishFailed={() => setMissing(!file)}
        >
          <Form.Item
            name="name"
            label={t('dialog.name')}
            rules={[
              { required: true, whitespace: true, message: t('dialog.nameEmpty') },
              atMost(60),
              {
                validator: async (_, name?: string) => {
                  const wanted = name?.trim().toLowerCase();
                  if (names.some((one) => one.toLowerCase() === wanted)) throw new Error(t('dialog.nameTaken'));
                },
              },
            ]}
          >
            <Input placeholder={t('dialog.nameHint')} autoComplete="off" />
          </Form.Item>
          <Form.Item
            label={t('dialog.file')}
            {...(missing && { validateStatus: 'error' as const, help: t('dialog.fileEmpty') })}
          >
            <div className={styles.drop}>
              <DropFile
                icon={<FileExcelOutlined aria-hidden />}
                name={file?.name ?? ''}
                busy={check.isPending}
                accept={accepted}
                largest={largest}
                texts={{
                  choose: t('dialog.choose'),
                  chooseOther: t('dialog.chooseOther'),
                  hint: t('dialog.stays'),
                  tooLarge: t('dialog.tooLarge'),
                }}
                onFile={choose}
              />
            </div>
          </Form.Item>
        </Form>
        {check.error && <Refusal name={check.variables?.name ?? ''} error={check.error} />}
      </Unsaved>
    </Dialog>
  );
}
