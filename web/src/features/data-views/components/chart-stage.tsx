import { ControlOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { createContext, type ReactNode, type RefObject, useContext, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartHandle } from '@/entities/chart/chart-view';
import fullScreen from '@/ui/full-screen.module.css';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
import { PanelEmpty, PanelError, PanelSkeleton } from '@/ui/states';
import { useFullScreen } from '@/ui/use-full-screen';
import { usePhone } from '@/ui/use-media';
import { useSize } from '@/ui/use-size';
import { usePanelHost } from '../model/panel-host';
import { atMost } from '../model/range';
import type { TableFormat } from '../model/table';
import { ViewPageContext } from '../model/view-page';
import type { ViewState } from '../model/view-state';
import { usePage } from '../queries/pages';
import { ChartTools } from './chart-tools';
import { RangeControl } from './range-control';
import styles from './stage.module.css';
import { isTooLong } from './table-foot';
import toolbar from './toolbar.module.css';

export interface Stage {
  /** The chart that is saved as a picture. */
  chart: RefObject<ChartHandle | null>;
  bar: RefObject<HTMLDivElement | null>;
  /** Width of the toolbar in pixels that views divide; 0 until measured. */
  barWidth: number;
  /** Refresh interval in seconds; 0 for manual. */
  every: number;
  setEvery: (seconds: number) => void;
  full: boolean;
  toggleFull: () => void;
}

/** Width of the presets' button, which every tool bar has. */
const presetsWidth = 32;

/** useStage holds the state of a stage that is not in the address. */
export function useStage(): Stage {
  const chart = useRef<ChartHandle>(null);
  const bar = useRef<HTMLDivElement>(null);
  const { width } = useSize(bar);
  const barWidth = Math.max(0, width - presetsWidth);
  const [every, setEvery] = useState(0);
  const [full, toggleFull] = useFullScreen();
  return { chart, bar, barWidth, every, setEvery, full, toggleFull };
}

interface Props {
  stage: Stage;
  zone: string;
  state: Pick<ViewState, 'range' | 'table'>;
  change: (change: Partial<ViewState>) => void;
  query: { isFetching: boolean; refetch: () => unknown };
  /** Shown data are being renewed. */
  busy: boolean;
  /** The view is a table: it has no picture and no data table. */
  table?: boolean;
  /** The view has no range: it chooses single times. */
  timeless?: boolean;
  /** False: the picture cannot be saved as SVG. */
  drawing?: boolean;
  onTable?: (format: TableFormat) => void;
  formats?: readonly TableFormat[];
  className?: string | undefined;
  /** Above the tool bar. */
  head?: ReactNode;
  /** Controls after the range. */
  controls?: ReactNode;
  /** Before the tools. */
  end?: ReactNode;
  children: ReactNode;
}

/**
 * The panel of a view: range and choices at the left of its tool bar, refresh, table, exports and full screen at the
 * right. On a board its contents fill the panel of the board.
 */
export function ChartStage(props: Props) {
  const {
    stage,
    zone,
    state,
    change,
    query,
    busy,
    table = false,
    timeless = false,
    drawing = true,
    onTable,
    formats,
    className,
    head,
    controls,
    end,
    children,
  } = props;
  const host = usePanelHost();
  const { t } = useTranslation('data-views');
  /** Saves what is drawn, or says that nothing is. */
  const saved = (save: (() => Promise<void>) | undefined) => (save ? save() : announce('warning', t('tool.nothing')));
  const body = <StageRange value={{ state, change }}>{children}</StageRange>;
  if (host) {
    return (
      <div className={styles.bare} aria-busy={busy}>
        {busy && <div className={styles.busy} aria-hidden="true" />}
        {body}
      </div>
    );
  }
  return (
    <Panel fill busy={busy} className={className}>
      <div className={`${styles.column} ${fullScreen.area}`} data-full={stage.full}>
        {head}
        <div className={toolbar.bar} ref={stage.bar}>
          <div className={toolbar.choices}>
            {!timeless && <RangeControl range={state.range} zone={zone} onChange={(range) => change({ range })} />}
            <Controls>{controls}</Controls>
          </div>
          <div className={toolbar.end}>
            {end}
            <ChartTools
              every={stage.every}
              onEvery={stage.setEvery}
              onRefresh={() => void query.refetch()}
              busy={query.isFetching}
              {...(table
                ? {}
                : {
                    table: { shown: state.table, onChange: (shown: boolean) => change({ table: shown }) },
                    onPicture: () => void saved(stage.chart.current?.savePicture),
                  })}
              {...(drawing && !table ? { onDrawing: () => void saved(stage.chart.current?.saveDrawing) } : {})}
              {...(onTable ? { onTable } : {})}
              {...(formats ? { formats } : {})}
              full={stage.full}
              onFull={stage.toggleFull}
            />
          </div>
        </div>
        {body}
      </div>
    </Panel>
  );
}

/** The controls of a view. On a phone they take the room of the chart, so they are shown when they are asked for. */
function Controls({ children }: { children: ReactNode }) {
  const { t } = useTranslation('data-views');
  const phone = usePhone();
  const [open, setOpen] = useState(false);
  if (!phone || !children) return children;
  return (
    <>
      <Button
        icon={<ControlOutlined aria-hidden />}
        type={open ? 'primary' : 'default'}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t('tool.options')}
      </Button>
      {open && <div className={toolbar.options}>{children}</div>}
    </>
  );
}

interface BodyProps {
  /** The error that prevents the chart. */
  error: Error | null;
  onRetry: () => unknown;
  loading: boolean;
  /** Shown if there are no readings; null if there are some. */
  empty: ReactNode;
  /** Lines of the skeleton. */
  rows: number;
  children: () => ReactNode;
}

/** The range of a stage and its setter, for what says that the range is too long. */
const StageRange = createContext<Pick<Props, 'state' | 'change'> | null>(null);

/** The longest range of one call, in days, of the pages that do not name their own. */
const usualDays = 366;

/** A range that is refused for its length, and the way to one that is not. */
function TooLong({ error, state, change }: { error: Error } & Pick<Props, 'state' | 'change'>) {
  const { t } = useTranslation('data-views');
  const pageOf = usePage();
  const view = useContext(ViewPageContext);
  const days = (view && pageOf(view.slug).spanDays) || usualDays;
  return (
    <PanelEmpty
      title={error.message}
      action={
        <Button type="primary" onClick={() => change({ range: atMost(state.range, days) })}>
          {t('range.shorten', { days })}
        </Button>
      }
    />
  );
}

/** A chart, or its placeholder while it fails, loads or has nothing to draw. */
export function StageBody({ error, onRetry, loading, empty, rows, children }: BodyProps) {
  const { t } = useTranslation('data-views');
  const stage = useContext(StageRange);
  if (error && stage && isTooLong(error)) return <TooLong error={error} {...stage} />;
  if (error) return <PanelError title={t('failed')} error={error} onRetry={onRetry} />;
  if (loading) return <PanelSkeleton rows={rows} />;
  return empty ?? children();
}
