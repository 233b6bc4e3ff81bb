import { Select } from 'antd';
import { useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChartHandle, ChartView } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { showsThresholds } from '../model/process-picture';
import { alongSections, positionOf, positionsOf } from '../model/section';
import { alongStructure } from '../model/section-along';
import type { PointState } from '../model/types';
import type { Page } from '../model/view';
import { usePictureTitle } from '../queries/picture-title';
import { ComparedLegend } from './compared-legend';
import { SecondHead } from './second-head';
import type { Second } from './section-view';
import styles from './section-view.module.css';

interface Props extends Second {
  point: PointState;
  page: Page;
}

/** Settlement or offset along the structure at the compared times, at one position of every section. */
export function SectionAlong({ process, times, state, change, context, point, page }: Props) {
  const { t } = useTranslation(['sections', 'data-views']);
  const chart = useRef<ChartHandle>(null);
  const { section, valueType, parts, configs } = process;
  const positions = useMemo(() => positionsOf(section.members), [section]);
  const own = positionOf(point.name);
  const position =
    positions.find((one) => one === state.direction) ?? positions.find((one) => one === own) ?? positions[0];
  const threshold = showsThresholds(state.hidden, configs) ? (parts?.plots[0]?.threshold ?? null) : null;
  const along = useMemo(
    () => alongSections(section, times.curves, position ?? null, valueType, threshold),
    [section, times.curves, position, valueType, threshold],
  );
  const build = useCallback(
    (one: ChartContext) =>
      alongStructure(along, { chainage: t('data-views:report.chainage'), section: t('section') }, one),
    [along, t],
  );
  const { zone } = context;
  const current = formatTime(times.current, zone);
  const picture = usePictureTitle(point)(`${page.title} ${t('along')}`, [times.curves[0], times.current], along.unit);
  const newest = along.curves.at(-1)?.values ?? [];
  const most = newest.reduce<number>((best, v, i) => (Math.abs(v ?? 0) > Math.abs(newest[best] ?? 0) ? i : best), 0);
  return (
    <div className={styles.second}>
      <SecondHead title={t('along')} chart={chart}>
        {positions.length > 1 && (
          <Select
            size="small"
            aria-label={t('position')}
            popupMatchSelectWidth={false}
            value={position ?? ''}
            options={positions.map((value) => ({ value, label: t('atPosition', { name: value }) }))}
            onChange={(direction: string) => change({ direction })}
          />
        )}
      </SecondHead>
      <ComparedLegend times={times} context={context} change={change} based={false} />
      <div className={styles.chart}>
        <ChartView
          handle={chart}
          build={build}
          context={context}
          {...picture}
          sentence={t('alongSentence', {
            count: along.curves.length,
            time: current,
            name: along.members[most]?.section ?? '',
            value: formatNumber(newest[most], along.decimals),
            unit: along.unit,
          })}
          twin={() => ({
            columns: [
              { title: t('section') },
              ...along.curves.map((curve) => ({ title: formatTime(curve.t, zone, 'list') })),
            ],
            rows: along.members.map((member, i) => [
              `${member.section} ${member.name}`,
              ...along.curves.map((curve) => formatNumber(curve.values[i], along.decimals)),
            ]),
          })}
          showTable={state.table}
        />
      </div>
    </div>
  );
}
