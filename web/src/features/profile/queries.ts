import { useMutation } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { useSessionStore } from '@/entities/session/session-store';
import { setLanguage } from '@/ui/i18n/i18n';
import { isLanguage } from '@/ui/i18n/languages';
import { useThemeStore } from '@/ui/theme/theme-store';

type ProfileChange = components['schemas']['ProfileBody'];
type PasswordChange = components['schemas']['PasswordBody'];

function ownId(): number {
  return useSessionStore.getState().session?.user.id ?? 0;
}

/** Saves changed fields of the profile and applies them: name in the header, theme, language. */
export function useUpdateProfile() {
  return useMutation({
    mutationFn: (body: ProfileChange) =>
      data(client.POST('/api/users/{userId}/profile', { params: { path: { userId: ownId() } }, body })),
    onSuccess: async (user, change) => {
      useSessionStore.getState().update({ user });
      if (change.theme) useThemeStore.getState().setTheme(user.theme);
      if (isLanguage(change.language)) await setLanguage(change.language);
    },
    meta: { quiet: true },
  });
}

/** Changes the account's password. All its sessions end; this one continues with the token in the response. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: PasswordChange) =>
      data(client.POST('/api/users/{userId}/password', { params: { path: { userId: ownId() } }, body })),
    onSuccess: ({ token }) => useSessionStore.getState().renew(token, { isSimplePwd: false }),
    meta: { quiet: true },
  });
}

/** Sends a code to a new address of the own account. */
export function useAskAddressCode() {
  return useMutation({
    mutationFn: (account: string) =>
      data(
        client.POST('/api/users/{userId}/address-code', { params: { path: { userId: ownId() } }, body: { account } }),
      ),
    meta: { quiet: true },
  });
}

/** Changes the own address after checking its code. */
export function useSetAddress() {
  return useMutation({
    mutationFn: (body: components['schemas']['OwnAddressBody']) =>
      data(client.POST('/api/users/{userId}/address', { params: { path: { userId: ownId() } }, body })),
    onSuccess: (user) => useSessionStore.getState().update({ user }),
    meta: { quiet: true },
  });
}
