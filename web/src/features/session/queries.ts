import { useMutation } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];

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

/** Sends the code of a registration, or with a code asks whether its address has an account. */
export function useCheckAccount() {
  return useMutation({
    mutationFn: (body: Schemas['CheckAccountBody']) =>
      data(client.POST('/api/sessions/signup/check-account', { body })),
    meta: { quiet: true },
  });
}

/** Makes a corporation with its administrator. */
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
