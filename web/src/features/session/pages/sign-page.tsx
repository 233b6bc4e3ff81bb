import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useBrand } from '@/entities/brand/brand';
import { BrandLogo } from '@/entities/brand/brand-logo';
import { safeRedirect } from '@/entities/session/redirect';
import { AccountView } from '../components/account-view';
import { Backdrop } from '../components/backdrop';
import { LanguageChoice } from '../components/language-choice';
import { SignInView } from '../components/sign-in-view';
import { TermsNotice } from '../components/terms-notice';
import { addressOf, viewOf } from '../model/view';
import styles from './sign-page.module.css';

const titles = { 'register': 'account:signUp.title', 'forgot': 'account:forgot.title' } as const;

/** The only public page: sign-in, registration, forgotten password. Continues to the page that was wanted. */
export default function SignPage() {
  const { t } = useTranslation(['session', 'account', 'common']);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const view = viewOf(search);
  const brand = useBrand();
  const product = t('common:product');
  const latin = t('common:productLatin');
  const wanted = search.get('redirect');
  const enter = useCallback(
    (redirect: string | null) => void navigate(safeRedirect(redirect ?? wanted), { replace: true }),
    [navigate, wanted],
  );
  return (
    <div className={styles.page}>
      <div className={styles.picture}>
        {brand.background ? <img src={brand.background} alt="" className={styles.background} /> : <Backdrop />}
        <div className={styles.words}>
          <p className={styles.slogan}>
            {brand.slogan || (
              <>
                {t('slogan1')}
                <br />
                {t('slogan2')}
              </>
            )}
          </p>
          <p className={styles.platform}>{t('platform')}</p>
          {!brand.background && <p className={styles.source}>{t('background')}</p>}
        </div>
      </div>
      <main className={styles.side}>
        <LanguageChoice />
        <div className={styles.middle}>
          <div className={styles.brand}>
            <BrandLogo src={brand.logo} size={40} />
            <div>
              <div className={styles.name}>{brand.title}</div>
              {brand.ownName && latin !== product && <div className={styles.latin}>{latin}</div>}
            </div>
          </div>
          {view === 'sign-in' ? (
            <SignInView search={search} titleClass={styles.title} onEnter={enter} />
          ) : (
            <>
              <h1 className={styles.title}>{t(titles[view])}</h1>
              <AccountView
                key={view}
                view={view}
                back={addressOf(search, 'sign-in')}
                onSignedIn={() => enter(null)}
                onReset={() => void navigate(addressOf(search, 'sign-in'))}
              />
            </>
          )}
        </div>
        <footer className={styles.foot}>
          {view === 'sign-in' && <TermsNotice />}
          <p className={styles.copyright}>{brand.copyright}</p>
        </footer>
      </main>
    </div>
  );
}
