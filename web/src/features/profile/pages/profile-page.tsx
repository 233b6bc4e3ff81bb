import { useSession } from '@/entities/session/session-store';
import { AddressesPanel } from '../components/addresses-panel';
import { KeysPanel } from '../components/keys-panel';
import { PasswordForm } from '../components/password-form';
import { ProfileForm } from '../components/profile-form';
import { PushPanel } from '../components/push-panel';
import { SecondFactorPanel } from '../components/second-factor-panel';
import { SessionsPanel } from '../components/sessions-panel';
import { SigningPanel } from '../components/signing-panel';
import styles from './profile-page.module.css';

/** The own account. */
export default function ProfilePage() {
  const session = useSession();
  if (!session) return null;
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <ProfileForm key={`${session.user.theme} ${session.user.language}`} user={session.user} />
        <PasswordForm />
      </div>
      <div className={styles.column}>
        <AddressesPanel user={session.user} />
        <SecondFactorPanel />
        <SigningPanel />
      </div>
      <PushPanel />
      <SessionsPanel />
      <KeysPanel userId={session.user.id} />
    </div>
  );
}
