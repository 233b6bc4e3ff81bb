import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loginInfoQuery } from '@/api/login-info';
import type { SignedIn } from '@/api/types';
import { useSession, useSessionStore } from '@/entities/session/session-store';
import { adoptLanguage } from '@/ui/i18n/i18n';
import { useThemeStore } from '@/ui/theme/theme-store';
import { EnrolStep } from './enrol-step';
import { SecondStep } from './second-step';
import { SignInForm } from './sign-in-form';
import { SignLinks } from './sign-links';
import { SingleSignOn } from './single-sign-on';

interface Props {
  search: URLSearchParams;
  titleClass: string | undefined;
  /** Continues to the page wanted before the provider's sign-in, otherwise to the one in the address. */
  onEnter: (redirect: string | null) => void;
}

/** Signing in: the password, a code if required, and setting up a second factor if that must be done first. */
export function SignInView({ search, titleClass, onEnter }: Props) {
  const { t } = useTranslation(['session', 'security']);
  const keep = useSessionStore((state) => state.signIn);
  const session = useSession();
  const { data: info } = useQuery(loginInfoQuery());
  const [asked, setAsked] = useState<{ challenge: string; remember: boolean }>();

  const enter = useCallback(
    (opened: SignedIn, remember: boolean, redirect: string | null) => {
      useThemeStore.getState().setTheme(opened.user.theme);
      void adoptLanguage(opened.user.language);
      keep(opened, remember);
      if (!opened.mustEnrol) onEnter(redirect);
    },
    [keep, onEnter],
  );
  const enterFromProvider = useCallback(
    (opened: SignedIn, redirect: string | null) => enter(opened, false, redirect),
    [enter],
  );

  if (session?.mustEnrol)
    return (
      <>
        <h1 className={titleClass}>{t('security:factor.enrolTitle')}</h1>
        <EnrolStep onDone={() => onEnter(null)} />
      </>
    );
  if (asked)
    return (
      <>
        <h1 className={titleClass}>{t('security:step.title')}</h1>
        <SecondStep
          challenge={asked.challenge}
          onSignedIn={(opened) => enter(opened, asked.remember, null)}
          onBack={() => setAsked(undefined)}
        />
      </>
    );
  return (
    <>
      <h1 className={titleClass}>{t('title')}</h1>
      <SignInForm
        onSignedIn={(opened, remember) => enter(opened, remember, null)}
        onChallenge={(challenge, remember) => setAsked({ challenge, remember })}
      />
      <SignLinks search={search} />
      <SingleSignOn name={info?.ssoName ?? ''} onSignedIn={enterFromProvider} />
    </>
  );
}
