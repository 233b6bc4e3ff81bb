import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { storageQuery } from '@/api/system';
import { useCan } from '@/entities/permission/permissions';
import { formatBytes } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { useNow } from '@/ui/format/use-now';
import { Notice } from '@/ui/notice';
import { storageWorry } from '../model/storage';

/** Tells administrators when the disk fills soon or readings queue up; silent while all is well. */
export function StorageNotice() {
  const { t } = useTranslation('home');
  const may = useCan('View:Corporation');
  const now = useNow();
  const { data } = useQuery({ ...storageQuery(), enabled: may });
  const worry = data && storageWorry(data, now);
  if (!data || !worry) return null;
  const free = formatBytes(data.freeBytes);
  if (worry === 'lag') return <Notice>{t('storage.lag', { count: Math.round(data.journalLagMs / 1000) })}</Notice>;
  if (data.fullAt === 0) return <Notice>{t('storage.scarce', { free })}</Notice>;
  return <Notice>{t('storage.full', { day: formatTime(data.fullAt, undefined, 'date'), free })}</Notice>;
}
