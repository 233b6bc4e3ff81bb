import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelSkeleton } from '@/ui/states';
import styles from '../../components/compared.module.css';
import { NodeTable } from '../../components/node-table';
import { unitOf } from '../../model/process-model';
import type { ViewState } from '../../model/view-state';
import { chainageStart, chainageText, slopeDecimals } from './model';
import type { Settlement } from './use-settlement';

interface Props {
  settlement: Settlement;
  zone: string;
  hidden: ViewState['hidden'];
  picked: number | null;
  onPick: (no: number | null) => void;
}

/** The nodes at the current time, from the near end, with the change of a day. */
export function SettlementNodes({ settlement, zone, hidden, picked, onPick }: Props) {
  const { t } = useTranslation('data-views');
  const { look, drawn, times } = settlement;
  const { current, before } = times;
  const time = formatTime(current, zone, 'list');
  const head = before === null ? time : t('profile.against', { time, before: formatTime(before, zone, 'list') });
  const start = hidden.includes('chainage') ? null : chainageStart(settlement.chainage);
  return (
    <Panel className={styles.side} title={t('profile.nodes')} extra={current === null ? undefined : head}>
      {settlement.loading ? (
        <PanelSkeleton rows={8} />
      ) : (
        <NodeTable
          lines={drawn?.lines ?? []}
          name={look?.field.label ?? ''}
          unit={look ? unitOf(look.field, look.type) : ''}
          decimals={look?.field.decimals ?? 2}
          picked={picked}
          onPick={(no) => onPick(no === picked ? null : no)}
          place={{
            value: look?.field.label ?? '',
            ...(start
              ? { title: t('settlement.chainage'), text: (place) => chainageText(start, place) }
              : { title: t('column.distance'), unit: 'm', text: (place) => formatNumber(place, 1) }),
          }}
          segment={{
            title: t('column.slope'),
            unit: look?.type === 'rate' ? '‰/d' : '‰',
            decimals: slopeDecimals,
          }}
        />
      )}
    </Panel>
  );
}
