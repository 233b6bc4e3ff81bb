import { useMutation } from '@tanstack/react-query';
import { client, data } from '@/api/client';

/** Sets a second factor up; the secret is shown this once. */
export function useBeginFactor() {
  return useMutation({
    mutationFn: (password: string) => data(client.POST('/api/sessions/second-factor/begin', { body: { password } })),
    meta: { quiet: true },
  });
}

/** Puts it in force by its first code. */
export function useConfirmFactor() {
  return useMutation({
    mutationFn: (code: string) => data(client.POST('/api/sessions/second-factor/confirm', { body: { code } })),
    meta: { quiet: true },
  });
}
