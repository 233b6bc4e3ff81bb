import { SafetyCertificateOutlined } from '@ant-design/icons';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import { atMost } from '@/ui/form/at-most';
import { DropFile } from '@/ui/form/drop-file';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { announce } from '@/ui/messages';
import { base64Of } from '../model/base64';
import { useSetCertificate } from '../queries';

interface Props {
  corporationId: number;
  onClose: () => void;
}

interface Fields {
  file?: File;
  password: string;
}

const largest = 64 * 1024;

/** Stores a certificate from a PKCS #12 file. */
export function CertificateDialog({ corporationId, onClose }: Props) {
  const { t } = useTranslation('corporation');
  const [form] = Form.useForm<Fields>();
  const file = Form.useWatch('file', { form, preserve: true });
  const { mutate, isPending } = useSetCertificate(corporationId);
  const [failure, setFailure] = useState<unknown>();

  async function submit({ password }: Fields) {
    setFailure(undefined);
    if (!file) return;
    mutate(
      { file: base64Of(await file.arrayBuffer()), password },
      {
        onSuccess: () => {
          announce('success', t('certificate.done'));
          onClose();
        },
        onError: (error) => setFailure(showFieldErrors(form, error, ['file', 'password']) ? undefined : error),
      },
    );
  }

  return (
    <Dialog
      open
      width={520}
      title={t('certificate.dialog')}
      okText={t('certificate.store')}
      okButtonProps={{ loading: isPending }}
      onCancel={onClose}
      onOk={form.submit}
    >
      <p>{t('certificate.meaning')}</p>
      <FormError error={failure} />
      <Form
        form={form}
        name="signingCertificate"
        layout="vertical"
        requiredMark={false}
        initialValues={{ password: '' }}
        onFinish={submit}
      >
        <Form.Item name="file" rules={[{ required: true, message: t('certificate.fileEmpty') }]}>
          <DropFile
            icon={<SafetyCertificateOutlined aria-hidden />}
            name={file?.name ?? ''}
            busy={false}
            accept=".p12,.pfx"
            largest={largest}
            texts={{
              choose: t('certificate.chooseFile'),
              chooseOther: t('certificate.chooseOther'),
              hint: t('certificate.fileHint'),
              tooLarge: t('certificate.tooLarge'),
            }}
            onFile={(chosen) => {
              form.setFieldValue('file', chosen);
              form.setFields([{ name: 'file', errors: [] }]);
            }}
          />
        </Form.Item>
        <Form.Item name="password" label={t('certificate.password')} rules={[atMost(200)]}>
          <Input.Password autoComplete="off" />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
