import { type Ref, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChartHandle, ChartView } from '@/entities/chart/chart-view';
import type { NiceAxis } from '@/entities/chart/nice-axis';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { useSize } from '@/ui/use-size';
import type { Row } from '../model/draft';
import { linesOf, marginsOf, type Plot, plotAxis, plotOption, type Stretch } from '../model/plot';
import type { Simulated } from '../queries';
import { Handles } from './handles';
import styles from './plot.module.css';
import { Strips } from './strips';

interface Props {
  title: string;
  quantity: string;
  found: Simulated;
  from: number;
  to: number;
  decimals: number;
  /** The rows of the draft; the limits of one are moved, or of none. */
  draft: readonly Row[];
  moved: Row | undefined;
  base: Row | undefined;
  current: readonly Stretch[];
  show: { current: boolean; draft: boolean };
  /** The names of the two sets. */
  names: { current: string; draft: string };
  outcomes: readonly { name: string; outcome: Simulated['current'] }[];
  onMove: (row: Row) => void;
  handle: Ref<ChartHandle>;
}

/** The judged curve, the limits of both sets, handles at the draft's, and the levels that both held. */
export default function SimulatedPlot(props: Props) {
  const { title, quantity, found, from, to, decimals, draft, moved, base, current, show, names, outcomes } = props;
  const { t } = useTranslation('simulator');
  const context = useChartContext(found.timeZone);
  const box = useRef<HTMLDivElement>(null);
  const { height } = useSize(box);
  const margins = marginsOf(context.narrow);
  const worst = found.worst?.value;
  const { times, values } = found.curve;
  const [held, setHeld] = useState<NiceAxis | null>(null);
  const drawn = useMemo(() => (show.draft ? linesOf(draft, worst) : []), [draft, worst, show.draft]);
  const stretches = useMemo(() => (show.current ? [...current] : []), [current, show.current]);
  const free = useMemo(
    () => plotAxis(values, [...drawn, ...stretches.flatMap((one) => one.lines)], decimals),
    [values, drawn, stretches, decimals],
  );
  const axis = held ?? free;
  const build = useMemo(() => {
    const same = !show.current || !show.draft;
    const plot: Plot = {
      ...{ times, values, from, to, axis, quantity, unit: found.unit, decimals, draft: drawn, current: stretches },
      label: {
        current: (text) => (same ? text : t('plot.limit', { text, set: names.current })),
        draft: (text) => (same ? text : t('plot.limit', { text, set: names.draft })),
      },
    };
    return (at: typeof context) => plotOption(plot, at);
  }, [times, values, from, to, axis, quantity, found.unit, decimals, drawn, stretches, show, names, t]);
  const span = `${formatTime(from, found.timeZone)} – ${formatTime(to, found.timeZone)}`;
  return (
    <div ref={box} className={styles.plot}>
      <ChartView
        build={build}
        context={context}
        title={title}
        subtitle={quantity}
        facts={() => Promise.resolve([span])}
        sentence={t('plot.sentence', {
          quantity,
          span,
          count: found.readings,
          worst: formatNumber(worst, decimals),
          unit: found.unit,
        })}
        twin={() => ({
          columns: [{ title: t('plot.time') }, { title: quantity }],
          rows: times.map((time, i) => [formatTime(time, found.timeZone), formatNumber(values[i], decimals)]),
        })}
        showTable={false}
        handle={props.handle}
      />
      {show.draft && moved && height > 0 && (
        <>
          <span className={styles.hint}>{t('plot.hint')}</span>
          <Handles
            row={moved}
            base={base}
            worst={worst}
            axis={axis}
            top={margins.top}
            height={height - margins.top - margins.bottom}
            unit={found.unit}
            decimals={decimals}
            onChange={props.onMove}
            onHold={(hold) => setHeld(hold ? axis : null)}
          />
        </>
      )}
      <Strips rows={outcomes} from={from} to={to} left={margins.left} right={margins.right} />
    </div>
  );
}
