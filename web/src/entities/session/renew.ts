import { client, data } from '@/api/client';
import { adoptLanguage } from '@/ui/i18n/i18n';
import { useThemeStore } from '@/ui/theme/theme-store';
import { useSessionStore } from './session-store';

/** Reloads the signed-in account: its permissions, brand, and freshly signed paths of its pictures. */
export async function renewSession(): Promise<void> {
  const current = await data(client.GET('/api/sessions/current'));
  useSessionStore.getState().update(current);
  useThemeStore.getState().setTheme(current.user.theme);
  await adoptLanguage(current.user.language);
}
