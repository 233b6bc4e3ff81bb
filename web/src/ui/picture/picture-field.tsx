import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PictureDialog } from './picture-dialog';
import styles from './picture-field.module.css';

interface Props {
  label: string;
  value?: string;
  onChange?: (url: string) => void;
}

/** A picture of a project, a structure or the place of a point: shown, replaced, removed. */
export function PictureField({ label, value, onChange }: Props) {
  const { t } = useTranslation('forms');
  const [choosing, setChoosing] = useState(false);
  return (
    <div className={styles.field}>
      {value && <img src={value} alt={label} className={styles.picture} />}
      <Button onClick={() => setChoosing(true)}>{t(value ? 'picture.change' : 'picture.choose')}</Button>
      {value && <Button onClick={() => onChange?.('')}>{t('picture.remove')}</Button>}
      {choosing && (
        <PictureDialog
          use="picture"
          title={label}
          width={640}
          height={360}
          onClose={() => setChoosing(false)}
          onUploaded={(url) => onChange?.(url)}
        />
      )}
    </div>
  );
}
