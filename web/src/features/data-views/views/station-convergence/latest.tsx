import { useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChartHandle, ChartView } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { SecondHead } from '../../components/second-head';
import type { Second } from '../../components/section-view';
import styles from '../../components/section-view.module.css';
import { unitOf } from '../../model/process-model';
import { showsThresholds } from '../../model/process-picture';
import { fieldOf } from '../../model/section';
import type { PointState } from '../../model/types';
import type { Page } from '../../model/view';
import { usePictureTitle } from '../../queries/picture-title';
import { barsOf, latestBars } from './bars';

interface Props extends Second {
  point: PointState;
  page: Page;
}

/** The last value of each pair as bars. */
export function LatestOfPairs({ process, state, context, point, page }: Props) {
  const { t } = useTranslation(['sections', 'common']);
  const chart = useRef<ChartHandle>(null);
  const { section, valueType, parts, configs } = process;
  const field = fieldOf(section);
  const threshold = showsThresholds(state.hidden, configs) ? (parts?.plots[0]?.threshold ?? null) : null;
  const unit = field ? unitOf(field, valueType) : '';
  const bars = useMemo(
    () =>
      barsOf(section, state.points, {
        label: field?.label ?? '',
        unit,
        decimals: configs.decimals ?? field?.decimals ?? 2,
        threshold,
      }),
    [section, state.points, field, unit, configs.decimals, threshold],
  );
  const build = useCallback((one: ChartContext) => latestBars(bars, one), [bars]);
  const newest = Math.max(0, ...bars.bars.map((one) => one.t ?? 0));
  const time = newest > 0 ? formatTime(newest, context.zone) : '';
  const picture = usePictureTitle(point)(`${page.title} ${t('latest')}`, [newest], unit);
  return (
    <div className={styles.second}>
      <SecondHead title={`${t('latest')} ${time}`} chart={chart} />
      <div className={styles.chart}>
        <ChartView
          handle={chart}
          build={build}
          context={context}
          {...picture}
          sentence={t('latestSentence', {
            name: section.section,
            values: bars.bars.map((one) => `${one.name} ${formatNumber(one.value, bars.decimals)}`).join(', '),
            unit,
          })}
          twin={() => ({
            columns: [{ title: t('common:entity.point') }, { title: `${bars.label} ${unit}` }],
            rows: bars.bars.map((one) => [one.name, formatNumber(one.value, bars.decimals)]),
          })}
          showTable={state.table}
        />
      </div>
    </div>
  );
}
