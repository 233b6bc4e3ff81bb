import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '@/ui/form/form-error';
import { pictureTypes } from './crop';
import styles from './pictures-field.module.css';
import { useUploadPicture } from './use-upload-picture';

interface Props {
  /** Paths as a form stores them; forms pass value and onChange. */
  value?: string[];
  onChange?: (paths: string[]) => void;
  most?: number;
  disabled?: boolean;
}

/** Several pictures as they are, uploaded one after another. */
export function PicturesField({ value = [], onChange, most = 9, disabled = false }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const upload = useUploadPicture('picture');

  async function add(files: FileList | null) {
    const paths = [...value];
    for (const file of Array.from(files ?? []).slice(0, most - value.length))
      paths.push(await upload.mutateAsync(file));
    onChange?.(paths);
    if (input.current) input.current.value = '';
  }

  return (
    <div>
      <div className={styles.pictures}>
        {value.map((path, at) => (
          <span key={path} className={styles.picture}>
            <a href={path} target="_blank" rel="noreferrer">
              <img src={path} alt={t('pictures.one', { no: at + 1 })} />
            </a>
            {!disabled && (
              <Button size="small" onClick={() => onChange?.(value.filter((other) => other !== path))}>
                {t('action.delete')}
              </Button>
            )}
          </span>
        ))}
      </div>
      {!disabled && (
        <Button
          size="small"
          icon={<PlusOutlined aria-hidden />}
          loading={upload.isPending}
          disabled={value.length >= most}
          onClick={() => input.current?.click()}
        >
          {t('pictures.add')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={pictureTypes.join(',')}
        aria-label={t('pictures.add')}
        onChange={({ target }) => void add(target.files).catch(() => undefined)}
      />
      <FormError error={upload.error} />
    </div>
  );
}
