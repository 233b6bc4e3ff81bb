import { useTranslation } from 'react-i18next';
import { formatChange, formatNumber } from '@/ui/format/number';
import { type Fact, Facts } from '../../components/ring-facts';
import { fitCircle } from '../../model/ring';
import { areaOf, roomOf } from '../../model/scanned-section';
import type { Ring } from '../../queries/use-ring';

/** The numbers of a whole section: area, fitted circle, and the room outside the clearance. */
export function SectionFacts({ ring: { ring } }: { ring: Ring }) {
  const { t } = useTranslation('data-views');
  const { nodes = [], section, summary } = ring ?? {};
  if (!section || !summary) return null;
  const [now, before] = [nodes.map((one) => one.now), nodes.map((one) => one.before)];
  const [to, from] = [fitCircle(now).center, fitCircle(before).center];
  const whole = section.masked.length === 0;
  const room = roomOf(now, section.clearance);
  const first = areaOf(before);
  const facts: Fact[] = [
    [
      t('scan.area'),
      whole ? `${formatNumber(areaOf(now), 3)} m² (${formatChange(areaOf(now) - first, 3)})` : t('scan.notWhole'),
    ],
    [t('circular.ovality'), summary.ovality === null ? '—' : `${formatNumber(summary.ovality, 2)} ‰`],
    [
      t('circular.radius'),
      `${formatNumber(summary.radius, 1)} mm (${formatChange(summary.radius - summary.radiusBefore, 2)})`,
    ],
    [t('scan.center'), `${formatChange(to[0] - from[0], 2)} / ${formatChange(to[1] - from[1], 2)} mm`],
    ...(room === null ? [] : [[t('scan.room'), `${formatNumber(room, 0)} mm`] as Fact]),
    [t('circular.missing'), formatNumber(section.masked.length, 0)],
  ];
  return <Facts facts={facts} />;
}
