import { CaretRightFilled, PauseOutlined } from '@ant-design/icons';
import { Button, Segmented, Slider } from 'antd';
import { useTranslation } from 'react-i18next';
import { durationText } from '@/entities/chart/words';
import { formatTime } from '@/ui/format/time';
import bar from '../../components/time-bar.module.css';
import type { ViewState } from '../../model/view-state';
import { type Fix, fixAt, paceOf, type Speed, speedOf, speeds } from './model';
import { type Replay, useReplayState } from './replay';
import styles from './view.module.css';

interface Props {
  replay: Replay;
  fixes: readonly Fix[];
  /** s between fixes; 0: unknown. */
  interval: number;
  mode: string | null;
  zone: string;
  change: (change: Pick<ViewState, 'mode'>) => void;
}

/** Plays the track: the button, how fast, and the time on a slider. */
export function ReplayBar({ replay, fixes, interval, mode, zone, change }: Props) {
  const { t } = useTranslation(['track', 'data-views', 'charts']);
  const index = useReplayState(replay.position, (state) => state.index);
  const playing = useReplayState(replay.position, (state) => state.playing);
  const speed = speedOf(mode);
  const now = fixes[index];
  const pace = paceOf(fixes, interval, speed) * 1000;
  const label = playing ? t('data-views:time.pause') : replay.still ? t('next') : t('data-views:time.play');
  return (
    <div className={styles.bar}>
      <div className={bar.head}>
        <Button
          type="primary"
          shape="circle"
          icon={playing ? <PauseOutlined aria-hidden /> : <CaretRightFilled aria-hidden />}
          aria-label={label}
          onClick={replay.toggle}
        />
        <Segmented
          aria-label={t('speed')}
          value={speed}
          options={speeds.map((value) => ({ value, label: `×${value}` }))}
          onChange={(value: Speed) => change({ mode: value === 1 ? null : String(value) })}
        />
        <b className={bar.now}>{formatTime(now?.t, zone)}</b>
        <span>{t('position', { no: index + 1, count: fixes.length })}</span>
        <span className={bar.space} />
        <span>{t('pace', { text: durationText(pace, t as never) })}</span>
      </div>
      <Slider
        min={fixes[0]?.t ?? 0}
        max={fixes.at(-1)?.t ?? 1}
        value={now?.t ?? 0}
        tooltip={{ formatter: (time) => formatTime(time, zone, 'list') }}
        ariaLabelForHandle={t('slider')}
        ariaValueTextFormatterForHandle={(time) => formatTime(time, zone)}
        onChange={(time) => replay.show(meant(fixes, index, time))}
        onChangeComplete={replay.rest}
      />
    </div>
  );
}

/** The fix at a position of the slider. An arrow key, which moves by 1 ms, moves by one fix. */
function meant(fixes: readonly Fix[], index: number, time: number): number {
  const step = time - (fixes[index]?.t ?? time);
  if (Math.abs(step) !== 1) return fixAt(fixes, time);
  return Math.max(0, Math.min(fixes.length - 1, index + step));
}
