import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './terms-notice.module.css';

/** That signing in means accepting the terms, which can be read here. */
export function TermsNotice() {
  const { t } = useTranslation(['session', 'common']);
  const [open, setOpen] = useState(false);
  return (
    <p className={styles.notice}>
      {t('terms')}
      <button type="button" className={styles.link} onClick={() => setOpen(true)}>
        {t('termsLink')}
      </button>
      <Modal
        open={open}
        title={t('termsTitle')}
        width={520}
        onCancel={() => setOpen(false)}
        onOk={() => setOpen(false)}
        okText={t('common:action.close')}
        cancelButtonProps={{ hidden: true }}
      >
        <p>{t('termsText.data')}</p>
        <p>{t('termsText.account')}</p>
        <p>{t('termsText.browser')}</p>
      </Modal>
    </p>
  );
}
