import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelEmpty, PanelSkeleton } from '@/ui/states';
import { numberColumn } from '@/ui/table/columns';
import { FittingTable } from '@/ui/table/fitting-table';
import { radiusColumn, usePipeRemarks } from '../../components/pipe-list';
import { type PipeNode, type PipeSurvey, stationColumns } from '../../model/pipe';
import styles from './view.module.css';

interface Props {
  zone: string;
  chosen: PipeSurvey | null;
  loading: boolean;
}

/** The stations of the chosen survey along the pipe. */
export function Stations({ zone, chosen, loading }: Props) {
  const { t } = useTranslation('data-views');
  const remarks = usePipeRemarks();
  if (loading || !chosen) {
    return (
      <Panel title={t('pipe.stations')}>
        {loading ? <PanelSkeleton rows={10} /> : <PanelEmpty title={t('survey.none')} />}
      </Panel>
    );
  }
  const gap = chosen.misclosure;
  return (
    <Panel fill title={`${formatTime(chosen.time, zone)} · ${remarks(chosen)}`}>
      <div className={styles.column}>
        <p className={styles.facts}>
          {t('pipe.facts', { count: chosen.stations, length: formatNumber(chosen.length, 2) })}
          {gap &&
            ` · ${t('pipe.gap', {
              n: formatNumber(gap.n * 1000, 1),
              e: formatNumber(gap.e * 1000, 1),
              z: formatNumber(gap.z * 1000, 1),
              share: formatNumber(gap.perMille, 2),
            })}`}
        </p>
        <FittingTable<PipeNode>
          label={t('pipe.stations')}
          rowKey={(node) => node.no}
          dataSource={chosen.nodes}
          scroll={{ x: 'max-content' }}
          columns={[
            numberColumn<PipeNode>({
              ...{ key: 'chainage', title: t('pipe.chainage'), unit: 'm', decimals: 2, width: 104 },
              value: (node) => node.chainage,
            }),
            ...stationColumns.map(({ key, unit, decimals }) =>
              key === 'radius'
                ? { ...radiusColumn<PipeNode>(t('pipe.column.radius'), (node) => node.radius), width: 128 }
                : numberColumn<PipeNode>({
                    ...{ key, unit, decimals, title: t(`pipe.column.${key}`) },
                    width: key === 'n' || key === 'e' ? 136 : 96,
                    value: (node) => node[key],
                  }),
            ),
          ]}
        />
      </div>
    </Panel>
  );
}
