import type { TFunction } from 'i18next';
import type { TwinTable } from '@/entities/chart/chart-view';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import type { Table } from '../../model/table';
import type { Fix } from './model';

const columns: readonly { key: Exclude<keyof Fix, 't'>; unit: string; decimals: number }[] = [
  { key: 'lat', unit: '°', decimals: 7 },
  { key: 'lon', unit: '°', decimals: 7 },
  { key: 'height', unit: 'm', decimals: 3 },
  { key: 'speed', unit: 'm/s', decimals: 2 },
  { key: 'heading', unit: '°', decimals: 1 },
  { key: 'moved', unit: 'm', decimals: 3 },
];

type Words = TFunction<['track', 'data-views']>;

const headsOf = (t: Words) => [
  t('data-views:column.time'),
  ...columns.map(({ key, unit }) => `${t(key === 'speed' ? 'track:speedName' : `track:${key}`)} ${unit}`),
];

/** twinOf lists every fix, the newest first. At rest there is no heading. */
export function twinOf(fixes: readonly Fix[], t: Words, zone: string): TwinTable {
  return {
    columns: headsOf(t).map((title) => ({ title })),
    rows: [...fixes]
      .reverse()
      .map((fix) => [
        formatTime(fix.t, zone),
        ...columns.map(({ key, decimals }) =>
          key === 'heading' && fix.heading === null ? '—' : formatNumber(fix[key], decimals),
        ),
      ]),
  };
}

/** trackTable writes every fix, the oldest first; what is not known is empty. */
export function trackTable(fixes: readonly Fix[], t: Words, zone: string): Table {
  const rows = fixes.map((fix) => [
    formatTime(fix.t, zone),
    ...columns.map(({ key, decimals }) => fix[key]?.toFixed(decimals) ?? ''),
  ]);
  return [headsOf(t), ...rows];
}
