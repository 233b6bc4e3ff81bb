import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PictureDialog } from '@/ui/picture/picture-dialog';
import styles from './picture-field.module.css';

/** Stored size of each picture in pixels; a background may have 2 MB. */
const sizes = {
  logo: { width: 480, height: 120 },
  favicon: { width: 128, height: 128 },
  background: { width: 1920, height: 1200, limit: 2 * 1024 * 1024 },
} as const;

interface Props {
  kind: keyof typeof sizes;
  label: string;
  value?: string;
  onChange?: (url: string) => void;
  disabled?: boolean;
}

/** A picture of the corporation: shown, replaced, removed. */
export function PictureField({ kind, label, value, onChange, disabled }: Props) {
  const { t } = useTranslation('corporation');
  const [choosing, setChoosing] = useState(false);
  return (
    <div className={styles.field}>
      <div className={styles.frame} data-kind={kind}>
        {value ? <img src={value} alt={label} className={styles.picture} /> : <span>{t('picture.none')}</span>}
      </div>
      {!disabled && (
        <div className={styles.actions}>
          <Button onClick={() => setChoosing(true)}>{t(value ? 'picture.change' : 'picture.choose')}</Button>
          {value && <Button onClick={() => onChange?.('')}>{t('picture.remove')}</Button>}
        </div>
      )}
      {choosing && (
        <PictureDialog
          use={kind}
          title={label}
          {...sizes[kind]}
          onClose={() => setChoosing(false)}
          onUploaded={(url) => onChange?.(url)}
        />
      )}
    </div>
  );
}
