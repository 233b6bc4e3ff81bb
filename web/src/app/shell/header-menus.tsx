import { lazy, Suspense } from 'react';
import { useSession } from '@/entities/session/session-store';
import { languageNames } from '@/ui/i18n/languages';
import { useLanguage } from '@/ui/i18n/use-language';
import styles from './header.module.css';

// The menus load after the page; until then the header shows their labels.
const LanguageSwitch = lazy(async () => ({ default: (await import('./language-switch')).LanguageSwitch }));
const UserMenu = lazy(async () => ({ default: (await import('./user-menu')).UserMenu }));

export function HeaderLanguage() {
  const language = useLanguage();
  return (
    <Suspense fallback={<span className={styles.tool}>{languageNames[language]}</span>}>
      <LanguageSwitch />
    </Suspense>
  );
}

export function HeaderUser() {
  const session = useSession();
  return (
    <Suspense fallback={<span className={styles.tool}>{session?.user.displayName || session?.user.name}</span>}>
      <UserMenu />
    </Suspense>
  );
}
