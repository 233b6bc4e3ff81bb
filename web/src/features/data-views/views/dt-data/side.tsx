import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelSkeleton } from '@/ui/states';
import compared from '../../components/compared.module.css';
import { NodeTable } from '../../components/node-table';
import type { Temperatures } from './use-temperatures';

/** The temperatures of the nodes at the current time, with the change of a day. */
export function TemperatureSide({ read, zone }: { read: Temperatures; zone: string }) {
  const { t } = useTranslation('data-views');
  const [picked, setPicked] = useState<number | null>(null);
  const { times, plot, lines } = read;
  const time = formatTime(times.current, zone, 'list');
  const head =
    times.before === null ? time : t('profile.against', { time, before: formatTime(times.before, zone, 'list') });
  return (
    <Panel className={compared.side} title={t('profile.nodes')} extra={times.current === null ? undefined : head}>
      {read.loading ? (
        <PanelSkeleton rows={8} />
      ) : (
        <NodeTable
          {...{ lines, picked }}
          name={plot.name}
          unit={plot.unit}
          decimals={plot.decimals}
          onPick={(no) => setPicked(no === picked ? null : no)}
          place={{
            title: t('column.depth'),
            unit: 'm',
            text: (depth) => formatNumber(depth, 2),
            value: t('column.temp'),
          }}
          segment={{ title: t('temperature.step'), unit: plot.unit, decimals: plot.decimals }}
        />
      )}
    </Panel>
  );
}
