import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './project-picker.module.css';

const ProjectChoices = lazy(() => import('./project-choices'));

/** The projects under their menu item; choosing one enters project mode. */
export function ProjectPicker() {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.picker}>
      <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
        {t('picker.choose')}
      </button>
      {open && (
        <Suspense fallback={null}>
          <ProjectChoices />
        </Suspense>
      )}
    </div>
  );
}
