import { useMutation } from '@tanstack/react-query';
import { client, data } from '@/api/client';

/** Sets up a second factor; the secret is shown only now. */
export function useBeginFactor() {
  return useMutation({
    mutationFn: (password: string) => data(client.POST('/api/sessions/second-factor/begin', { body: { password } })),
    meta: { quiet: true },
  });
}

/** Activates it with its first code. */
export function useConfirmFactor() {
  return useMutation({
    mutationFn: (code: string) => data(client.POST('/api/sessions/second-factor/confirm', { body: { code } })),
    meta: { quiet: true },
  });
}
