import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { client, data } from '@/api/client';
import { ApiError } from '@/api/errors';
import { existenceCheck } from '../model/existence';

/** Checks that serial number and register are free on the platform, one request per 500 ms (specification section 5). */
export function useExistenceChecks(unchanged: { sncode: string; register: string }) {
  const { t } = useTranslation('devices');
  const sncode = useCheck(unchanged.sncode, t('exists.sncode'), (text) =>
    data(client.POST('/api/common/sncode-exist', { body: { sncode: text } })),
  );
  const register = useCheck(unchanged.register, t('exists.register'), (text) =>
    data(client.POST('/api/common/register-exist', { body: { register: text } })),
  );
  return { sncode, register };
}

function useCheck(unchanged: string, taken: string, ask: (text: string) => Promise<{ isExist: boolean }>) {
  const latest = useRef({ ask, taken });
  useEffect(() => {
    latest.current = { ask, taken };
  });
  const check = useRef<ReturnType<typeof existenceCheck> | null>(null);
  check.current ??= existenceCheck(unchanged, async (text) => {
    try {
      return (await latest.current.ask(text)).isExist;
    } catch (error) {
      if (error instanceof ApiError) return false; // saving reports it again
      throw error;
    }
  });
  return useCallback(async (_rule: unknown, value: string | undefined) => {
    if (await check.current?.((value ?? '').trim())) throw new Error(latest.current.taken);
  }, []);
}
