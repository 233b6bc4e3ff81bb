import type { EChartsOption } from 'echarts';
import { type Ref, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { pointMark } from '@/entities/alert/mark';
import { type ChartHandle, ChartView } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { chordName, ringPicture, unrolled } from '../model/ring-chart';
import type { PointState } from '../model/types';
import type { Page } from '../model/view';
import type { ViewState } from '../model/view-state';
import { usePictureTitle } from '../queries/picture-title';
import type { Ring } from '../queries/use-ring';

interface Props {
  ring: Ring;
  page: Page;
  point: PointState;
  state: ViewState;
  context: ChartContext;
  handle: Ref<ChartHandle>;
}

/** The section at the compared times, or its radial changes over the angle. */
export function RingChart({ ring, page, point, state, context, handle }: Props) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const { drawing, configs, mode, thresholds, times, fields, scale } = ring;
  const states = ring.ring?.states;
  const { hidden, base } = state;
  const field = fields.find((one) => one.name === 'radial');
  const build = useCallback(
    (one: ChartContext): EChartsOption => {
      if (mode === 'shape') return drawing ? ringPicture(drawing, configs, one) : { series: [] };
      const limits = base === null ? thresholds.filter((row) => row.enable && isRadial(row)) : [];
      return unrolled({ states: states ?? [], field }, limits, { hidden }, configs, one, t);
    },
    [mode, drawing, configs, thresholds, states, field, hidden, base, t],
  );
  const { zone } = context;
  const lines = ring.ring?.lines ?? [];
  const worst = lines.reduce<(typeof lines)[number] | null>(
    (far, one) => (far && Math.abs(far.convergence ?? 0) >= Math.abs(one.convergence ?? 0) ? far : one),
    null,
  );
  const { decimals = 2, unit = 'mm' } = field ?? {};
  const current = formatTime(times.current, zone);
  const what = mode === 'shape' ? `${page.title} ×${scale}` : page.title;
  const picture = usePictureTitle(point)(what, [times.curves[0], times.current], unit);
  return (
    <ChartView
      handle={handle}
      build={build}
      context={context}
      {...picture}
      sentence={t('circular.sentence', {
        point: point.name,
        time: current,
        count: times.curves.length,
        chord: worst ? chordName(worst) : '',
        max: formatNumber(worst?.convergence, decimals),
        unit,
        level: t(`common:level.${pointMark(point.level, point.time)}`),
      })}
      twin={() => ({
        columns: [
          { title: t('nodes.label') },
          ...(states ?? []).map((one) => ({ title: formatTime(one.t, zone, 'list') })),
        ],
        rows: (states?.at(-1)?.nodes ?? []).map(({ no }) => [
          String(no),
          ...(states ?? []).map((one) => formatNumber(one.nodes.find((node) => node.no === no)?.radial, decimals)),
        ]),
      })}
      showTable={state.table}
    />
  );
}

const isRadial = (row: { field: string; valueType: string }) =>
  row.field === 'radial' && row.valueType === 'accumulated';
