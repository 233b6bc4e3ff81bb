import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { safeRedirect } from '@/shared/session/redirect';
import { Logo } from '@/shared/ui/logo';
import { Backdrop } from '../components/backdrop';
import { LanguageChoice } from '../components/language-choice';
import { SignInForm } from '../components/sign-in-form';
import { TermsNotice } from '../components/terms-notice';
import styles from './sign-page.module.css';

/** The only page that is open to all. Leads to where one wanted to go. */
export default function SignPage() {
  const { t } = useTranslation(['session', 'common']);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const product = t('common:product');
  const latin = t('common:productLatin');
  return (
    <div className={styles.page}>
      <div className={styles.picture}>
        <Backdrop />
        <div className={styles.words}>
          <p className={styles.slogan}>
            {t('slogan1')}
            <br />
            {t('slogan2')}
          </p>
          <p className={styles.platform}>{t('platform')}</p>
          <p className={styles.source}>{t('background')}</p>
        </div>
      </div>
      <main className={styles.side}>
        <LanguageChoice />
        <div className={styles.middle}>
          <div className={styles.brand}>
            <Logo size={40} />
            <div>
              <div className={styles.name}>{product}</div>
              {latin !== product && <div className={styles.latin}>{latin}</div>}
            </div>
          </div>
          <h1 className={styles.title}>{t('title')}</h1>
          <SignInForm onSignedIn={() => void navigate(safeRedirect(search.get('redirect')), { replace: true })} />
        </div>
        <footer className={styles.foot}>
          <TermsNotice />
          <p className={styles.copyright}>
            © {new Date().getFullYear()} {product}
          </p>
        </footer>
      </main>
    </div>
  );
}
