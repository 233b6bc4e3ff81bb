import { CaretRightOutlined, PauseOutlined, SaveOutlined, StopOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '@/api/devices';
import { useCan } from '@/entities/permission/permissions';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { useAddress } from '@/ui/table/use-address';
import { payloadBytes } from '../model/bytes';
import type { LiveFrame, Where } from '../queries';
import { type Period, useStatistics } from '../queries-runs';
import styles from '../runs.module.css';
import { FrameLog } from './frame-log';
import { RunStatistics } from './run-statistics';
import { SaveRun } from './save-run';
import { SavedRuns } from './saved-runs';
import { TestCommand } from './test-command';

interface Props {
  where: Where;
  device: Device;
  zone: string;
  /** Opens the bytes of a frame in the workbench. */
  onInspect: (bytes: Uint8Array) => void;
}

/** Test runs of a device: what arrives, its statistics, and saved runs. The address has the period, so a run survives a reload. */
export function TestRunTab({ where, device, zone, onInspect }: Props) {
  const { t } = useTranslation(['debug', 'common']);
  const { search, put } = useAddress();
  const [running, setRunning] = useState(true);
  const [saving, setSaving] = useState(false);
  const mayChange = useCan('Update:Device');
  const period: Period = { from: Number(search.get('from')) || 0, to: Number(search.get('to')) || 0 };
  const named = search.get('run') ?? '';
  const begun = period.from > 0;
  const going = begun && period.to === 0;
  const go = (from: number, to = 0, name = '') =>
    put({ from: from ? String(from) : null, to: to ? String(to) : null, run: name });
  return (
    <div className={styles.run}>
      <Panel
        title={named || t('testRun.title')}
        className={styles.head}
        extra={
          <span className={styles.buttons}>
            {going && (
              <Button
                icon={running ? <PauseOutlined aria-hidden /> : <CaretRightOutlined aria-hidden />}
                onClick={() => setRunning(!running)}
              >
                {t(running ? 'testRun.pause' : 'testRun.resume')}
              </Button>
            )}
            {going && (
              <Button icon={<StopOutlined aria-hidden />} onClick={() => go(period.from, Date.now())}>
                {t('testRun.stop')}
              </Button>
            )}
            {begun && !going && !named && mayChange && (
              <Button type="primary" icon={<SaveOutlined aria-hidden />} onClick={() => setSaving(true)}>
                {t('testRun.save')}
              </Button>
            )}
            {begun && !going && <Button onClick={() => go(0)}>{t('testRun.close')}</Button>}
            {!going && (
              <Button
                type={begun ? 'default' : 'primary'}
                icon={<CaretRightOutlined aria-hidden />}
                onClick={() => {
                  setRunning(true);
                  go(Date.now());
                }}
              >
                {t('testRun.start')}
              </Button>
            )}
          </span>
        }
      >
        <p className={styles.state} role="status">
          {!begun
            ? t('testRun.idle')
            : going
              ? t(running ? 'testRun.going' : 'testRun.paused', { from: formatTime(period.from, zone) })
              : t('testRun.over', { from: formatTime(period.from, zone), to: formatTime(period.to, zone) })}
        </p>
      </Panel>
      {begun && (
        <div className={styles.body} data-log={!named}>
          {!named && (
            <div className={styles.left}>
              <FrameLog
                where={where}
                zone={zone}
                selected=""
                period={period}
                running={running && going}
                onRunning={going ? setRunning : undefined}
                onSelect={(frame: LiveFrame) => onInspect(payloadBytes(frame))}
              />
              <TestCommand where={where} device={device} />
            </div>
          )}
          <Statistics where={where} device={device} zone={zone} period={period} live={going && running} />
        </div>
      )}
      <SavedRuns where={where} zone={zone} onOpen={(run) => go(run.from, run.to, run.name)} />
      {saving && (
        <SaveRun
          where={where}
          period={period}
          onSaved={(run) => go(run.from, run.to, run.name)}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  );
}

function Statistics({
  where,
  device,
  zone,
  period,
  live,
}: Omit<Props, 'onInspect'> & { period: Period; live: boolean }) {
  const { t } = useTranslation('debug');
  const query = useStatistics(where, period, live);
  return (
    <Panel title={t('testRun.statistics')} busy={query.isFetching && !query.isPending} className={styles.statistics}>
      <QueryPanel
        query={query}
        rows={6}
        failure={t('failed')}
        isEmpty={(list) => list.length === 0}
        empty={<PanelEmpty title={t('testRun.nothing')} hint={t('testRun.nothingHint')} />}
      >
        {(list) => <RunStatistics list={list} deviceType={device.type} zone={zone} />}
      </QueryPanel>
    </Panel>
  );
}
