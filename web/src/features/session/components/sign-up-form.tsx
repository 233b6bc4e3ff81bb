import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionStore } from '@/entities/session/session-store';
import { useThemeStore } from '@/ui/theme/theme-store';
import { IncompleteReply, useSignIn } from '../queries';
import styles from './account-form.module.css';
import { type Proof, ProveStep } from './prove-step';
import { TenantStep } from './tenant-step';

interface Props {
  channels: readonly string[];
  onSignedIn: () => void;
}

const steps = ['prove', 'fill'] as const;

/** Registers a corporation in two steps: first the address is proven by a code, then corporation and account are named. */
export function SignUpForm({ channels, onSignedIn }: Props) {
  const { t } = useTranslation('account');
  const keep = useSessionStore((state) => state.signIn);
  const signIn = useSignIn();
  const [proof, setProof] = useState<Proof>();
  const [expired, setExpired] = useState<string>();

  async function enter(name: string, password: string) {
    const step = await signIn.mutateAsync({ name, password, remember: false });
    if (!('session' in step)) throw new IncompleteReply(); // a new account has no second factor
    useThemeStore.getState().setTheme(step.session.user.theme);
    keep(step.session, false);
    onSignedIn();
  }

  return (
    <div className={styles.form}>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li
            key={step}
            className={styles.step}
            aria-current={(step === 'fill') === (proof !== undefined) ? 'step' : undefined}
          >
            <span aria-hidden>{index + 1}</span>
            {t(`signUp.steps.${step}`)}
          </li>
        ))}
      </ol>
      {proof ? (
        <TenantStep
          proof={proof}
          onBack={(message) => {
            setExpired(message);
            setProof(undefined);
          }}
          onMade={enter}
        />
      ) : (
        <ProveStep channels={channels} message={expired} onProven={setProof} />
      )}
    </div>
  );
}
