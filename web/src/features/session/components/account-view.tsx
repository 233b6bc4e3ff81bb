import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSignOptions } from '@/entities/account/sign-options';
import { QueryPanel } from '@/ui/states';
import styles from './account-view.module.css';
import { ForgotForm } from './forgot-form';
import { SignUpForm } from './sign-up-form';

interface Props {
  view: 'register' | 'forgot';
  /** The sign-in page, with the other parameters of the address. */
  back: string;
  onSignedIn: () => void;
  onReset: () => void;
}

/** Registration or a forgotten password, or why this installation has none. */
export function AccountView({ view, back, onSignedIn, onReset }: Props) {
  const { t } = useTranslation('account');
  const options = useSignOptions();
  return (
    <>
      <QueryPanel query={options} rows={4}>
        {(offered) => <Offer view={view} options={offered} onSignedIn={onSignedIn} onReset={onReset} />}
      </QueryPanel>
      <p className={styles.back}>
        <Link to={back}>{t(view === 'register' ? 'signUp.back' : 'forgot.back')}</Link>
      </p>
    </>
  );
}

interface OfferProps extends Pick<Props, 'view' | 'onSignedIn' | 'onReset'> {
  options: { signUp: boolean; channels: readonly string[] };
}

function Offer({ view, options, onSignedIn, onReset }: OfferProps) {
  const { t } = useTranslation('account');
  if (view === 'register' && !options.signUp) return <p className={styles.missing}>{t('signUp.off')}</p>;
  if (options.channels.length === 0) {
    return (
      <p className={styles.missing}>
        {t('missing')}
        {view === 'forgot' && ` ${t('missingReset')}`}
      </p>
    );
  }
  return view === 'register' ? (
    <SignUpForm channels={options.channels} onSignedIn={onSignedIn} />
  ) : (
    <ForgotForm channels={options.channels} onDone={onReset} />
  );
}
