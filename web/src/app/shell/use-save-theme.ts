import { useMutation } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { useSessionStore } from '@/entities/session/session-store';
import { reloadPage } from '@/ui/reload-page';
import { useThemeStore } from '@/ui/theme/theme-store';
import type { ThemeName } from '@/ui/theme/tokens';

/**
 * Saves the theme to the profile and applies it (specification section 2, user menu); the screen does not change if
 * saving fails.
 */
export function useSaveTheme() {
  const userId = useSessionStore((state) => state.session?.user.id ?? 0);
  const { mutate } = useMutation({
    mutationFn: (theme: ThemeName) =>
      data(client.POST('/api/users/{userId}/profile', { params: { path: { userId } }, body: { theme } })),
    onSuccess: (_, theme) => {
      const { session, update } = useSessionStore.getState();
      if (session) update({ user: { ...session.user, theme } });
      useThemeStore.getState().setTheme(theme);
      reloadPage();
    },
  });
  return mutate;
}
