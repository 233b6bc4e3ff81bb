import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PanelEmpty } from '@/ui/states';
import styles from './not-found.module.css';

/** Shown for an address without a page. */
export function NotFound() {
  const { t } = useTranslation(['shell', 'common']);
  const navigate = useNavigate();
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{t('notFound')}</h1>
      <PanelEmpty
        title={t('notFound')}
        hint={t('notFoundHint')}
        action={
          <Button type="primary" onClick={() => navigate('/dashboard')}>
            {t('common:action.backHome')}
          </Button>
        }
      />
    </div>
  );
}
