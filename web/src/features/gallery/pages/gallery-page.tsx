import { Button, Checkbox, Input, Segmented, Select, Switch } from 'antd';
import type { EChartsOption } from 'echarts';
import { type ReactNode, useCallback } from 'react';
import { ApiError } from '@/api/errors';
import { LevelIcon } from '@/entities/alert/level-icon';
import { LevelLegend } from '@/entities/alert/level-legend';
import { LevelTag } from '@/entities/alert/level-tag';
import { ShareBar } from '@/entities/alert/share-bar';
import { StatStrip } from '@/entities/alert/stat-strip';
import { ChartView } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { planTrace } from '@/entities/chart/plan-trace';
import { processLine } from '@/entities/chart/process-line';
import { profileChart } from '@/entities/chart/profile';
import { Sparkline } from '@/entities/chart/sparkline';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { DeviceState } from '@/entities/device/device-state';
import { AgeText } from '@/entities/live/age-text';
import { defaultZone } from '@/ui/format/time';
import { Notice } from '@/ui/notice';
import { Panel } from '@/ui/panel';
import { NoPermission, PanelEmpty, PanelError, PanelSkeleton } from '@/ui/states';
import { numberColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/data-table';
import { useThemeStore } from '@/ui/theme/theme-store';
import { levels } from '@/ui/theme/tokens';
import { Value } from '@/ui/value';
import { processSample, profileSample, traceSample, wave } from '../model/samples';
import styles from './gallery-page.module.css';

const rows = levels.map((level) => ({ level, value: level === 4 ? null : level * 1.234 }));

/** The components of the design in all their states, with made-up numbers. */
export default function GalleryPage() {
  const { theme, setTheme } = useThemeStore();
  return (
    <div className={styles.page}>
      <Segmented value={theme} options={['default', 'white']} onChange={setTheme} aria-label="theme" />
      <StatStrip
        label="figures"
        before={[{ key: 'n', label: 'projects', value: 4 }]}
        neutral={{ notJudged: 2, noData: 1 }}
        levels={[9, 1, 2, 0, 1]}
        after={[{ key: 'o', label: 'online', value: 12, unit: '/ 26' }]}
      />
      <Notice onClose={() => undefined}>notice</Notice>
      <div className={styles.grid}>
        <Piece title="levels">
          {levels.map((level) => (
            <div key={level} className={styles.row}>
              {[12, 13, 18, 24].map((size) => (
                <LevelIcon key={size} level={level} size={size} />
              ))}
              <LevelIcon level={level} size={18} stale /> <LevelTag level={level} />
              <ShareBar share={level / 3.5} level={level} />
              <Sparkline samples={wave(6, level / 10)} level={level} />
            </div>
          ))}
          <div className={styles.legend}>
            <LevelLegend />
          </div>
        </Piece>
        <Piece title="values">
          <div className={styles.row}>
            <Value value={-1.297} unit="m" decimals={3} signed /> <Value value={null} unit="m" />{' '}
            <Value value={0.0000123} unit="mm" /> <Value value={93.4} unit="%" decimals={1} />
          </div>
          {[1, 2, 9].map((intervals) => (
            <div key={intervals} className={styles.row}>
              <AgeText time={Date.now() - intervals * 900_000} interval={900} />
            </div>
          ))}
          {['online', 'sleep', 'offline'].map((state, i) => (
            <div key={state} className={styles.row}>
              <DeviceState state={state} health={['normal', 'lowVoltage', 'dataLost'][i] ?? 'normal'} />
            </div>
          ))}
        </Piece>
        <Piece title="controls">
          <div className={styles.row}>
            <Button type="primary">primary</Button> <Button>plain</Button> <Button danger>danger</Button>{' '}
            <Button disabled>disabled</Button> <Button type="link">link</Button>
          </div>
          <div className={styles.row}>
            <Input placeholder="input" aria-label="input" />
          </div>
          <div className={styles.row}>
            <Select aria-label="select" value="a" options={[{ value: 'a', label: 'select' }]} />{' '}
            <Checkbox defaultChecked>check</Checkbox> <Switch aria-label="switch" defaultChecked />
          </div>
        </Piece>
        <Piece title="table">
          <DataTable
            label="table"
            rowKey={(row) => row.level}
            dataSource={rows}
            selectedKey={2}
            onOpen={() => undefined}
            columns={[
              { key: 'level', title: 'level', render: (_, row) => <LevelTag level={row.level} /> },
              numberColumn<(typeof rows)[number]>({
                key: 'v',
                title: 'value',
                unit: 'mm',
                decimals: 2,
                value: (row) => row.value,
              }),
            ]}
          />
        </Piece>
        <Piece title="loading">
          <PanelSkeleton rows={5} />
        </Piece>
        <Piece title="empty">
          <PanelEmpty hint="hint" action={<Button type="primary">action</Button>} />
        </Piece>
        <Piece title="error">
          <PanelError error={new ApiError(500, 'message', 1000)} onRetry={() => undefined} />
        </Piece>
        <Piece title="no permission">
          <NoPermission permission="View:Alert" />
        </Piece>
      </div>
      <div className={styles.charts}>
        <Chart title="process line" build={(context) => processLine(processSample(1), context)} />
        <Chart title="several curves" build={(context) => processLine(processSample(5), context)} />
        <Chart title="profile" build={(context) => profileChart(profileSample(), context)} />
        <Chart
          title="plan trace"
          build={(context) =>
            planTrace(
              { points: traceSample(), eastName: 'E', northName: 'N', unit: 'mm', decimals: 1, level: 3 },
              context,
            )
          }
        />
      </div>
    </div>
  );
}

function Piece({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <div className={styles.piece}>{children}</div>
    </Panel>
  );
}

function Chart({ title, build }: { title: string; build: (context: ChartContext) => EChartsOption }) {
  const context = useChartContext(defaultZone);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the samples never change
  const steady = useCallback(build, []);
  return (
    <Panel fill title={title} className={styles.chart}>
      <ChartView
        build={steady}
        context={context}
        title={title}
        subtitle=""
        sentence={title}
        twin={() => ({ columns: [], rows: [] })}
        showTable={false}
      />
    </Panel>
  );
}
