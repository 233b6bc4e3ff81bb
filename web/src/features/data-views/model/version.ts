import type { components } from '@/api/schema.gen';

export type Version = components['schemas']['Version'];
export type Aspect = 'binding' | 'processor' | 'formula';

/** versionAt returns the version of an aspect that is in force at a time: the last one that began, as last recorded. */
export function versionAt<T>(list: readonly Version[], aspect: Aspect, at: number): T | undefined {
  const current = list
    .filter((one) => one.aspect === aspect && one.supersededAt === 0 && one.validFrom <= at)
    .sort((a, b) => b.validFrom - a.validFrom || b.recordedAt - a.recordedAt)[0];
  return current?.value as T | undefined;
}
