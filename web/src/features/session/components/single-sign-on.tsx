import { Button, Divider } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { describeError } from '@/api/errors';
import type { SignedIn } from '@/api/types';
import { answerOf, keepBinding, takeBinding } from '../model/single-sign-on';
import { useBeginSingleSignOn, useEndSingleSignOn, useFaultText } from '../queries';
import styles from './sign-in-form.module.css';

interface Props {
  /** The button's label; empty if no provider is configured. */
  name: string;
  onSignedIn: (session: SignedIn, redirect: string | null) => void;
}

/** Sign-in through the organization's provider, and the return from it. */
export function SingleSignOn({ name, onSignedIn }: Props) {
  const { t } = useTranslation('security');
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const begin = useBeginSingleSignOn();
  const end = useEndSingleSignOn();
  const answer = answerOf(hash);
  const refused = useFaultText(answer?.error);
  const walked = useRef('');

  useEffect(() => {
    if (!answer?.code || walked.current === answer.code) return;
    walked.current = answer.code; // a code is valid once
    const kept = takeBinding();
    void navigate({ search }, { replace: true }); // the code must not stay in the address
    end.mutate(
      { code: answer.code, binding: kept?.binding ?? '-' },
      { onSuccess: (session) => onSignedIn(session, kept?.redirect ?? null) },
    );
  }, [answer, end, navigate, onSignedIn, search]);

  async function go() {
    const { url, binding } = await begin.mutateAsync();
    keepBinding({ binding, redirect: new URLSearchParams(search).get('redirect') });
    window.location.assign(url);
  }

  const failure = begin.error ?? end.error;
  if (!name && !failure && !refused) return null;
  return (
    <>
      {(failure || refused) && (
        <p className={styles.error} role="alert">
          {failure ? describeError(failure) : refused}
        </p>
      )}
      {end.isPending && <p role="status">{t('sso.working')}</p>}
      {name && (
        <>
          <Divider plain>{t('sso.or')}</Divider>
          <Button
            size="large"
            block
            loading={begin.isPending || end.isPending}
            onClick={() => void go().catch(() => {})}
          >
            {t('sso.button', { name })}
          </Button>
        </>
      )}
    </>
  );
}
