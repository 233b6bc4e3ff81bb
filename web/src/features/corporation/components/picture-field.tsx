import { App, Button, Upload } from 'antd';
import { useTranslation } from 'react-i18next';
import { describeError } from '@/api/errors';
import { type PictureKind, useUploadPicture } from '../queries';
import styles from './picture-field.module.css';

interface Props {
  kind: PictureKind;
  label: string;
  value?: string;
  onChange?: (url: string) => void;
  disabled?: boolean;
}

/** A picture of the corporation: shown, replaced, removed. */
export function PictureField({ kind, label, value, onChange, disabled }: Props) {
  const { t } = useTranslation('corporation');
  const { message } = App.useApp();
  const { mutateAsync, isPending } = useUploadPicture();

  async function upload(file: File) {
    try {
      const { url } = await mutateAsync({ kind, file });
      onChange?.(url);
    } catch (error) {
      void message.error(describeError(error));
    }
  }

  return (
    <div className={styles.field}>
      <div className={styles.frame} data-kind={kind}>
        {value ? <img src={value} alt={label} className={styles.picture} /> : <span>{t('picture.none')}</span>}
      </div>
      {!disabled && (
        <div className={styles.actions}>
          <Upload
            accept=".jpg,.jpeg,.png,.bmp,.gif"
            showUploadList={false}
            beforeUpload={(file) => {
              void upload(file);
              return false;
            }}
          >
            <Button loading={isPending}>{t(value ? 'picture.change' : 'picture.choose')}</Button>
          </Upload>
          {value && <Button onClick={() => onChange?.('')}>{t('picture.remove')}</Button>}
        </div>
      )}
    </div>
  );
}
