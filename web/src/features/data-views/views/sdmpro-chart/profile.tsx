import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartHandle } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelSkeleton } from '@/ui/states';
import below from '../../components/compared-below.module.css';
import { PairProfileChart } from '../../components/pair-profile-chart';
import { PairTable } from '../../components/pair-table';
import { SecondHead } from '../../components/second-head';
import type { PointState } from '../../model/types';
import type { Page } from '../../model/view';
import type { ComparedResults } from './use-results';
import styles from './view.module.css';

interface Props {
  results: ComparedResults;
  page: Page;
  point: PointState;
  context: ChartContext;
  onPick: (depth: number | null) => void;
}

/** Both results of all nodes at the compared times: a profile below, a table at the side. */
export function ResultProfile({ results: { profile, configs, times }, page, point, context, onPick }: Props) {
  const { t } = useTranslation('data-views');
  const handle = useRef<ChartHandle>(null);
  const time = formatTime(times.current, context.zone);
  const { palette } = configs;
  return (
    <>
      <Panel fill className={below.below}>
        <SecondHead title={`${t('results.profile')} ${time}`} chart={handle} />
        <div className={styles.profile}>
          {profile ? (
            <PairProfileChart {...{ profile, palette, page, point, context, handle }} table={false} />
          ) : (
            <PanelSkeleton rows={6} />
          )}
        </div>
      </Panel>
      <Panel className={below.side} title={t('profile.nodes')} extra={formatTime(times.current, context.zone, 'list')}>
        {profile ? (
          <PairTable
            label={t('results.table')}
            profile={profile}
            onPick={(depth) => onPick(depth === profile.picked ? null : depth)}
          />
        ) : (
          <PanelSkeleton rows={8} />
        )}
      </Panel>
    </>
  );
}
