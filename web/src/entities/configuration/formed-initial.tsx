import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import type { components } from '@/api/schema.gen';
import { listText } from '@/ui/format/list';
import { formatNumber, withUnit } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';

type Formed = components['schemas']['FormedInitial'];

const shown = 6;

/** An initial value in numbers, with the readings that it is based on or still waits for. */
export function FormedInitial({ initial, zone }: { initial: Formed; zone: string }) {
  const { t } = useTranslation('console');
  const say = useLabel();
  const { values, more, count, missing, formed } = initial;
  if (missing > 0) return <span>{t('initial.waits', { count, missing })}</span>;
  const named = values.slice(0, shown).map(({ label, node, value, decimals, unit }) => {
    const of = node > 0 ? `${say(label)} #${node}` : say(label);
    return `${of} ${withUnit(formatNumber(value, decimals), unit)}`;
  });
  const rest = values.length - named.length + more;
  return (
    <>
      <b>{listText(named)}</b>
      {rest > 0 && <span>{t('initial.more', { count: rest })}</span>}
      <span>{count > 0 ? t('initial.formedOf', { count, time: formatTime(formed, zone) }) : t('initial.typed')}</span>
    </>
  );
}
