import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import styles from './terms-notice.module.css';

/** A link that shows the terms and the privacy notice on the page. */
export function TermsLink() {
  const { t } = useTranslation(['session', 'common']);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.link}
        onClick={(event) => {
          event.preventDefault(); // inside a label, the click would tick the box
          setOpen(true);
        }}
      >
        {t('termsLink')}
      </button>
      <Dialog
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
      </Dialog>
    </>
  );
}

/** The notice that signing in means accepting the terms. */
export function TermsNotice() {
  const { t } = useTranslation('session');
  return (
    <p className={styles.notice}>
      {t('terms')}
      <TermsLink />
    </p>
  );
}
