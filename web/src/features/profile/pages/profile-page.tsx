import { useSession } from '@/shared/session/session-store';
import { AddressesPanel } from '../components/addresses-panel';
import { PasswordForm } from '../components/password-form';
import { ProfileForm } from '../components/profile-form';
import styles from './profile-page.module.css';

/** The own account. */
export default function ProfilePage() {
  const session = useSession();
  if (!session) return null;
  return (
    <div className={styles.page}>
      <ProfileForm key={`${session.user.theme} ${session.user.language}`} user={session.user} />
      <AddressesPanel user={session.user} />
      <PasswordForm />
    </div>
  );
}
