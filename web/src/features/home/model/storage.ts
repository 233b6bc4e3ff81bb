import type { Storage } from '@/api/types';

/** What needs an administrator: readings that queue up, or a disk that fills within a month. */
export type StorageWorry = 'lag' | 'full';

const lagMs = 60_000;
const warnDays = 30;
const warnFreeShare = 0.05;

export function storageWorry(
  storage: Pick<Storage, 'journalLagMs' | 'fullAt' | 'freeBytes' | 'totalBytes'>,
  now: number,
): StorageWorry | undefined {
  if (storage.journalLagMs > lagMs) return 'lag';
  const soon = storage.fullAt > 0 && storage.fullAt - now < warnDays * 86_400_000;
  const scarce = storage.totalBytes > 0 && storage.freeBytes < storage.totalBytes * warnFreeShare;
  return soon || scarce ? 'full' : undefined;
}
