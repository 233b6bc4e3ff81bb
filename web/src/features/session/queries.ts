import { useMutation } from '@tanstack/react-query';
import { client, data } from '@/api/client';

interface Credentials {
  name: string;
  password: string;
  remember: boolean;
}

/** A reply without a token or a user signs nobody in. */
export class IncompleteReply extends Error {}

/** Signs in. The form itself shows what goes wrong. */
export function useSignIn() {
  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      const reply = await data(client.POST('/api/sessions/signin', { body: credentials }));
      if (!reply.token || !reply.user) throw new IncompleteReply();
      return reply;
    },
    meta: { quiet: true },
  });
}
