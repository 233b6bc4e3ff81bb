import { useMutation, useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import type { SignedIn } from '@/api/types';
import { useLanguage } from '@/ui/i18n/use-language';

type Schemas = components['schemas'];

interface Credentials {
  name: string;
  password: string;
  remember: boolean;
}

/** A reply without a token or a user signs nobody in. */
export class IncompleteReply extends Error {}

/** The result of a correct password: a session, or the challenge of the second step. */
type SignInStep = { session: SignedIn } | { challenge: string };

/** Signs in. The form itself shows errors. */
export function useSignIn() {
  return useMutation({
    mutationFn: async (credentials: Credentials): Promise<SignInStep> => {
      const reply = await data(client.POST('/api/sessions/signin', { body: credentials }));
      if (reply.secondFactor) return { challenge: reply.secondFactor.challenge };
      if (!reply.token || !reply.user) throw new IncompleteReply();
      return { session: reply as SignedIn };
    },
    meta: { quiet: true },
  });
}

/** Sends the code of a registration, or with a code checks whether its address has an account. */
export function useCheckAccount() {
  return useMutation({
    mutationFn: (body: Schemas['CheckAccountBody']) =>
      data(client.POST('/api/sessions/signup/check-account', { body })),
    meta: { quiet: true },
  });
}

/** Creates a corporation with its administrator. */
export function useSignUp() {
  return useMutation({
    mutationFn: (body: Schemas['SignUpBody']) => data(client.POST('/api/sessions/signup', { body })),
    meta: { quiet: true },
  });
}

/** Sends the code that sets a new password. */
export function useForgetPassword() {
  return useMutation({
    mutationFn: (body: Schemas['ForgetPasswordBody']) =>
      data(client.POST('/api/sessions/forget-password-verification', { body })),
    meta: { quiet: true },
  });
}

/** Sets a new password by a code. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (body: Schemas['ResetPasswordBody']) => data(client.POST('/api/sessions/reset-password', { body })),
    meta: { quiet: true },
  });
}

/** Ends a sign-in by a code of the second factor. */
export function useSecondStep() {
  return useMutation({
    mutationFn: (body: Schemas['SecondStepBody']) => data(client.POST('/api/sessions/second-factor', { body })),
    meta: { quiet: true },
  });
}

/** Begins a sign-in at the organization's provider. */
export function useBeginSingleSignOn() {
  return useMutation({ mutationFn: () => data(client.POST('/api/sessions/oidc/begin')), meta: { quiet: true } });
}

/** Opens the session after the provider. */
export function useEndSingleSignOn() {
  return useMutation({
    mutationFn: (body: Schemas['SsoExchangeBody']) => data(client.POST('/api/sessions/oidc/exchange', { body })),
    meta: { quiet: true },
  });
}

/** The text of a message of the catalog, by its code. */
export function useFaultText(code: number | undefined): string | undefined {
  const lang = useLanguage();
  const { data: texts } = useQuery({
    queryKey: ['fault-texts', lang],
    queryFn: () => data(client.GET('/api/common/language/{lang}', { params: { path: { lang } } })),
    enabled: code !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return code === undefined ? undefined : texts?.commonLanguage[String(code)];
}
