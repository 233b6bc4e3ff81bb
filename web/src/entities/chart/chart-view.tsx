import type { EChartsOption } from 'echarts';
import { type Ref, useId, useImperativeHandle, useMemo, useRef } from 'react';
import { saveBlob, saveText } from '@/ui/download';
import { useLanguage } from '@/ui/i18n/use-language';
import { DataTable } from '@/ui/table/data-table';
import { useSize } from '@/ui/use-size';
import { chartTheme } from './chart-theme';
import styles from './chart-view.module.css';
import type { ChartContext } from './chart-words';
import { chartPicture } from './export-png';
import type { PictureText } from './picture-head';
import { PointerMarks } from './pointer-marks';
import { type ChartEvents, useEChart } from './use-echart';
import { type SharedPointer, usePointer } from './use-pointer';

/** The chart's numbers as a table, for people who cannot or prefer not to read a chart. */
export interface TwinTable {
  columns: { title: string; align?: 'left' | 'right' }[];
  rows: string[][];
}

export interface ChartHandle {
  /** Saves the chart as a white picture with title, point, range and unit. */
  savePicture: () => Promise<void>;
  /** Saves it as an SVG drawing; maps do not. */
  saveDrawing?: () => Promise<void>;
}

interface Props extends PictureText {
  /** Pure: makes the option for a context. Memoize it, a new function draws again. */
  build: (context: ChartContext) => EChartsOption;
  context: ChartContext;
  /** Name, range, minimum, maximum, last value and level in one sentence. */
  sentence: string;
  twin: () => TwinTable;
  showTable: boolean;
  events?: ChartEvents;
  handle?: Ref<ChartHandle>;
  /** Marks the same moment as in other charts. */
  pointer?: SharedPointer | undefined;
}

/** A chart with its description, its table and its export. */
export function ChartView(props: Props) {
  const { build, context, title, subtitle, facts, sentence, twin, showTable, events, handle, pointer } = props;
  const stage = useRef<HTMLDivElement>(null);
  const sentenceId = useId();
  const language = useLanguage();
  const option = useMemo(() => (showTable ? null : build(context)), [build, context, showTable]);
  const chart = useEChart(stage, option, events);
  const { width } = useSize(stage);
  const drawn = usePointer(chart, option, pointer, width);

  useImperativeHandle(
    handle,
    () => ({
      savePicture: async () => {
        const white = build({ ...context, theme: chartTheme.white });
        const text = { title, subtitle, facts };
        saveBlob(await chartPicture(white, sizeOf(stage.current), text, language), `${title}.png`);
      },
      saveDrawing: async () => {
        // Few people save a drawing: what writes it is loaded for them.
        const { chartDrawing } = await import('./export-svg');
        const white = build({ ...context, theme: chartTheme.white });
        const drawn = await chartDrawing(white, sizeOf(stage.current), { title, subtitle, facts }, language);
        saveText(`${title}.svg`, drawn, 'image/svg+xml');
      },
    }),
    [build, context, title, subtitle, facts, language],
  );

  return (
    <figure className={styles.figure}>
      <figcaption className="visually-hidden" id={sentenceId}>
        {sentence}
      </figcaption>
      {showTable ? (
        <Twin table={twin()} label={title} />
      ) : (
        <div ref={stage} className={styles.canvas} role="img" aria-labelledby={sentenceId} />
      )}
      {drawn && <PointerMarks drawn={drawn} width={width} />}
    </figure>
  );
}

/** The size of a picture: that of the chart on the page, if it is there. */
const sizeOf = (stage: HTMLElement | null) => ({
  width: stage?.clientWidth || 1200,
  height: stage?.clientHeight || 600,
});

interface TwinRow {
  key: number;
  cells: string[];
}

/** The table of a chart. */
export function Twin({ table, label }: { table: TwinTable; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className={styles.table} tabIndex={0} aria-label={label}>
      <DataTable<TwinRow>
        label={label}
        rowKey={(row) => row.key}
        dataSource={table.rows.map((cells, key) => ({ key, cells }))}
        columns={table.columns.map((column, i) => ({
          key: column.title + String(i),
          title: column.title,
          align: column.align ?? (i === 0 ? 'left' : 'right'),
          render: (_, row) => row.cells[i],
        }))}
      />
    </section>
  );
}
