import { CaretRightFilled, PauseOutlined } from '@ant-design/icons';
import { Button, Popover, Select, Slider } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { equallySpaced } from '@/entities/chart/profile-nodes';
import { timeTicks } from '@/entities/chart/time-ticks';
import { nearestIndex } from '@/entities/chart/tooltip';
import { formatTime } from '@/ui/format/time';
import { zoneShift } from '@/ui/format/zoned';
import { useMedia } from '@/ui/use-media';
import styles from './time-bar.module.css';

interface Props {
  times: readonly number[];
  chosen: readonly number[];
  current: number | null;
  zone: string;
  onCurrent: (t: number) => void;
  onChosen: (times: number[]) => void;
}

const frameMs = 600;

/** The readings of the range on one line: slide, play, choose the times to compare. */
export function TimeBar({ times, chosen, current, zone, onCurrent, onChosen }: Props) {
  const { t } = useTranslation('data-views');
  const [playing, setPlaying] = useState(false);
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const index = current === null ? 0 : Math.max(0, times.indexOf(current));
  const step = useRef({ index, times, onCurrent });
  step.current = { index, times, onCurrent };

  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      const now = step.current;
      const next = now.times[now.index + 1];
      if (next === undefined) setPlaying(false);
      else now.onCurrent(next);
    }, frameMs);
    return () => clearInterval(timer);
  }, [playing]);

  if (times.length === 0) return null;
  const play = () => {
    if (still) {
      // With reduced motion the button advances by one reading.
      const next = times[index + 1] ?? times[0];
      if (next !== undefined) onCurrent(next);
      return;
    }
    if (!playing && index === times.length - 1 && times[0] !== undefined) onCurrent(times[0]);
    setPlaying(!playing);
  };
  const label = (t0: number | undefined) => formatTime(t0, zone, 'list');
  const first = times[0] ?? 0;
  const last = times.at(-1) ?? first;
  const shift = zoneShift(zone);
  const ticks = timeTicks(shift.to(first), shift.to(last), 6);
  const marks = Object.fromEntries(
    ticks.values.map((tick) => [shift.from(tick), { label: <span className={styles.mark}>{ticks.label(tick)}</span> }]),
  );
  /** The reading at a position of the slider: the nearest one, but always at least the next one. */
  const go = (to: number) => {
    const near = nearestIndex(times, to);
    const meant = near === index && current !== null && to !== current ? index + Math.sign(to - current) : near;
    const t0 = times[meant];
    if (t0 !== undefined) onCurrent(t0);
  };
  return (
    <div className={styles.times}>
      <div className={styles.head}>
        <Button
          type="primary"
          shape="circle"
          icon={playing ? <PauseOutlined aria-hidden /> : <CaretRightFilled aria-hidden />}
          aria-label={playing ? t('time.pause') : still ? t('time.next') : t('time.play')}
          onClick={play}
        />
        <span className={styles.now}>{formatTime(current, zone)}</span>
        <span>{t('time.position', { no: index + 1, count: times.length })}</span>
        <span className={styles.space} />
        <span>{t('time.chosen', { count: chosen.length })}</span>
        <Popover
          trigger="click"
          placement="topRight"
          content={<TimePicker times={times} chosen={chosen} zone={zone} onChosen={onChosen} />}
        >
          <Button type="link">{t('time.change')}</Button>
        </Popover>
      </div>
      <Slider
        min={first}
        max={last}
        value={current ?? last}
        marks={marks}
        tooltip={{ formatter: () => label(current ?? last) }}
        ariaLabelForHandle={t('time.slider')}
        ariaValueTextFormatterForHandle={() => formatTime(current, zone)}
        onChange={go}
      />
    </div>
  );
}

interface PickerProps {
  times: readonly number[];
  chosen: readonly number[];
  zone: string;
  onChosen: (times: number[]) => void;
}

/** The choice of times to compare: shortcuts first, then single times. */
function TimePicker({ times, chosen, zone, onChosen }: PickerProps) {
  const { t } = useTranslation('data-views');
  const shift = zoneShift(zone);
  const daily = times.filter((t0) => {
    const wall = new Date(shift.to(t0));
    return wall.getUTCHours() === 8 && wall.getUTCMinutes() === 0;
  });
  const first = times[0];
  const last = times.at(-1);
  return (
    <div className={styles.picker}>
      <p>
        <Button type="link" onClick={() => onChosen(equallySpaced(times, 5))}>
          {t('time.equally')}
        </Button>
        {first !== undefined && last !== undefined && (
          <Button type="link" onClick={() => onChosen([first, last])}>
            {t('time.ends')}
          </Button>
        )}
        {daily.length > 0 && (
          <Button type="link" onClick={() => onChosen(daily.slice(-11))}>
            {t('time.daily')}
          </Button>
        )}
      </p>
      <Select
        mode="multiple"
        maxCount={11}
        style={{ width: '100%' }}
        aria-label={t('profile.compared')}
        value={[...chosen]}
        options={times.map((t0) => ({ value: t0, label: formatTime(t0, zone).slice(0, 16) })).reverse()}
        onChange={(list: number[]) => onChosen([...list].sort((a, b) => a - b))}
      />
    </div>
  );
}
