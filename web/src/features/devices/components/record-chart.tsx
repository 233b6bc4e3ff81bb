import { AreaChartOutlined, FullscreenExitOutlined, PictureOutlined, TableOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import type { EChartsOption } from 'echarts';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChartHandle, ChartView, type TwinTable } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { chartHeight, type View } from '../model/record-charts';
import look from '../records.module.css';

interface Props {
  heading: string;
  /** Behind the heading of an exported picture. */
  subtitle: string;
  sentence: string;
  /** The end of the axis below, from 0. */
  length: number;
  view: View;
  onView: (view: View) => void;
  /** Number of plots. */
  count: number;
  build: (context: ChartContext) => EChartsOption;
  context: ChartContext;
  twin: () => TwinTable;
  controls?: ReactNode;
  foot?: ReactNode;
}

/** A chart of a record with its tools: all of it, picture, table. */
export function RecordChart(props: Props) {
  const { heading, subtitle, sentence, length, view, onView, count, build, context, twin, controls, foot } = props;
  const { t } = useTranslation('records');
  const [table, setTable] = useState(false);
  const chart = useRef<ChartHandle>(null);
  const later = useLater(onView);
  const whole = view[0] <= 0 && view[1] >= length;
  const tools = [
    {
      key: 'whole',
      name: t('whole'),
      icon: <FullscreenExitOutlined aria-hidden />,
      off: whole,
      act: () => onView([0, length]),
    },
    {
      key: 'picture',
      name: t('picture'),
      icon: <PictureOutlined aria-hidden />,
      off: table,
      act: () => void chart.current?.savePicture(),
    },
    {
      key: 'table',
      name: t(table ? 'asChart' : 'asTable'),
      icon: table ? <AreaChartOutlined aria-hidden /> : <TableOutlined aria-hidden />,
      off: false,
      act: () => setTable(!table),
    },
  ];
  return (
    <section>
      <div className={look.section}>
        <h3>{heading}</h3>
        {controls}
        {tools.map(({ key, name, icon, off, act }) => (
          <Tooltip key={key} title={name}>
            <Button type="text" icon={icon} aria-label={name} disabled={off} onClick={act} />
          </Tooltip>
        ))}
      </div>
      <div className={look.chart} data-table={table} style={table ? undefined : { height: chartHeight(count) }}>
        <ChartView
          handle={chart}
          build={build}
          context={context}
          title={heading}
          subtitle={subtitle}
          sentence={sentence}
          twin={twin}
          showTable={table}
          events={{
            onZoom: (start, end) => later([(start / 100) * length, (end / 100) * length]),
            onReset: () => onView([0, length]),
          }}
        />
      </div>
      {foot}
    </section>
  );
}

/** Calls a function 200 ms after the last change: dragging sends one request. */
function useLater(call: (view: View) => void): (view: View) => void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(call);
  latest.current = call;
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((view: View) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(view), 200);
  }, []);
}
