import { UploadOutlined } from '@ant-design/icons';
import { Button, Form, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import { counted, noteLength } from '@/ui/form/at-most';
import { splitFields } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { fits, LimitedArea } from '@/ui/form/limited';
import { problemOf } from '../model/versions';
import { useUpload } from '../queries';
import styles from '../software.module.css';

/** Uploads a firmware file; an invalid name is refused before anything is sent. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['software', 'common']);
  const [file, setFile] = useState<File | null>(null);
  const [notice, setNotice] = useState('');
  const upload = useUpload();
  const { own } = splitFields(upload.error, ['file', 'notice']);
  const problem = file ? problemOf(file) : undefined;
  return (
    <Dialog
      open
      title={t('upload')}
      okText={t('upload')}
      okButtonProps={{
        disabled: file === null || problem !== undefined || !fits(notice, noteLength),
        loading: upload.isPending,
      }}
      onOk={() => file && upload.mutate({ file, notice }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item
          label={t('file')}
          extra={t('rule')}
          validateStatus={problem || own.file ? 'error' : ''}
          help={problem ? t(problem) : own.file}
        >
          <Upload
            accept=".hsf"
            maxCount={1}
            fileList={[]}
            beforeUpload={(chosen) => {
              upload.reset();
              setFile(chosen);
              return false;
            }}
          >
            <Button icon={<UploadOutlined aria-hidden />}>{file?.name ?? t('choose')}</Button>
          </Upload>
        </Form.Item>
        <Form.Item
          label={t('notice')}
          htmlFor="firmware-notice"
          validateStatus={own.notice ? 'error' : ''}
          help={own.notice}
        >
          <LimitedArea
            id="firmware-notice"
            className={styles.notice ?? ''}
            max={noteLength}
            count={counted(noteLength)}
            value={notice}
            onChange={(event) => setNotice(event.target.value)}
          />
        </Form.Item>
        {!own.file && !own.notice && <FormError error={upload.error} />}
      </Form>
    </Dialog>
  );
}
