import { useTranslation } from 'react-i18next';
import { formatChange, formatNumber } from '@/ui/format/number';
import { type Fact, Facts } from '../../components/ring-facts';
import { roomOf } from '../../model/scanned-section';
import type { Ring } from '../../queries/use-ring';

/** The numbers of a whole section: area, ovality, fitted circle, and the room outside the clearance. */
export function SectionFacts({ ring: { ring } }: { ring: Ring }) {
  const { t } = useTranslation('data-views');
  const { nodes = [], section, summary, whole } = ring ?? {};
  if (!section || !summary || !whole) return null;
  const { area, areaChange, ovality } = whole;
  const now = nodes.map((one) => one.now);
  const room = roomOf(now, section.clearance);
  const facts: Fact[] = [
    [
      t('scan.area'),
      area === null || areaChange === null
        ? t('scan.notWhole')
        : `${formatNumber(area, 3)} m² (${formatChange(areaChange, 3)})`,
    ],
    [t('circular.ovality'), ovality === null ? '—' : `${formatNumber(ovality, 2)} ‰`],
    [
      t('circular.radius'),
      `${formatNumber(summary.radius, 1)} mm (${formatChange(summary.radius - summary.radiusBefore, 2)})`,
    ],
    ...(room === null ? [] : [[t('scan.room'), `${formatNumber(room, 0)} mm`] as Fact]),
    [t('circular.missing'), formatNumber(ring?.missing ?? 0, 0)],
  ];
  return <Facts facts={facts} />;
}
