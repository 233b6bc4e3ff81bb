import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PictureDialog } from '@/shared/picture/picture-dialog';
import styles from './project-picture.module.css';

interface Props {
  label: string;
  value?: string;
  onChange?: (url: string) => void;
}

/** The picture of a project: shown, replaced, removed. */
export function ProjectPicture({ label, value, onChange }: Props) {
  const { t } = useTranslation('forms');
  const [choosing, setChoosing] = useState(false);
  return (
    <div className={styles.field}>
      {value && <img src={value} alt={label} className={styles.picture} />}
      <Button onClick={() => setChoosing(true)}>{t(value ? 'project.pictureChange' : 'project.pictureChoose')}</Button>
      {value && <Button onClick={() => onChange?.('')}>{t('project.pictureRemove')}</Button>}
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
