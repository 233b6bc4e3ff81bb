import { useTranslation } from 'react-i18next';
import { type Figure, FigureStrip } from '@/ui/figure-strip';
import { formatBytes, formatNumber } from '@/ui/format/number';
import { inTrouble, lateMs, stateOf, totalsOf, warningOf } from '../model/servers';
import type { View } from '../queries';
import { useSpan } from './span-text';

/** The figures of the whole installation. */
export function Strip({ view }: { view: View }) {
  const { t } = useTranslation('servers');
  const span = useSpan();
  const totals = totalsOf(view);
  const { durability, database, servers } = view;
  const figures: Omit<Figure, 'label'>[] = [
    {
      key: 'servers',
      value: totals.online,
      unit: t('strip.of', { n: servers.length }),
      fault: servers.some((server) => inTrouble.has(stateOf(server, view.now))),
    },
    {
      key: 'acknowledged',
      value: durability.machines,
      unit: t('strip.machines', { count: durability.machines }),
      fault: warningOf(durability) !== null,
    },
    { key: 'frames', value: formatNumber(totals.frames, 1), unit: t('perSecond') },
    { key: 'values', value: formatNumber(totals.values, 0), unit: t('perSecond') },
    { key: 'devices', value: formatNumber(totals.devices, 0), unit: t('strip.devicesUnit') },
    {
      key: 'lag',
      value: span(totals.lagMs),
      unit: totals.latest === null ? '' : t('strip.partition', { n: totals.latest }),
      fault: totals.lagMs > lateMs,
    },
    { key: 'journal', value: span(totals.journalMs), unit: '', fault: totals.journalMs > lateMs },
    {
      key: 'database',
      value: formatBytes(database.sizeBytes),
      unit: database.freeBytes > 0 ? t('strip.free', { size: formatBytes(database.freeBytes) }) : '',
    },
  ];
  return (
    <FigureStrip
      label={t('strip.label')}
      figures={figures.map((figure) => ({ ...figure, label: t(`strip.${figure.key}` as 'strip.servers') }))}
    />
  );
}
