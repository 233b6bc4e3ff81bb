import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { FrameItem } from '@/entities/frame/frame-list';
import { refusalText } from '@/entities/frame/frame-text';
import { formatTime } from '@/ui/format/time';
import styles from '../debug.module.css';
import { isDown, readingText } from '../model/frame-text';
import type { DecodedFrame, LiveFrame } from '../queries';

const mostReadings = 5;

/** What became of a request of the platform. */
const outcomes = ['polled', 'refused', 'unanswered', 'late', 'stray'] as const;

/** One frame: its direction, meaning, fault and bytes. */
export function FrameRow({ frame, zone, hex }: { frame: LiveFrame; zone: string; hex: boolean }) {
  const { t } = useTranslation('debug');
  const down = isDown(frame.kind);
  const outcome = outcomes.find((one) => one === frame.kind);
  const refusal = frame.decoded?.refusal;
  const unread = Boolean(refusal) && frame.decoded?.readings.length === 0;
  return (
    <FrameItem payload={frame} hex={hex} {...(refusal ? { refusal: refusalText(refusal, frame.decoded?.fields) } : {})}>
      <div className={styles.line}>
        <span className={styles.way}>
          {down ? <ArrowDownOutlined aria-hidden /> : <ArrowUpOutlined aria-hidden />} {t(down ? 'down' : 'up')}
        </span>
        <span className={styles.quiet}>
          {formatTime(frame.received, zone)} · {frame.transport}
        </span>
        {outcome && <Tag>{t(`became.${outcome}`)}</Tag>}
        {frame.decoded && !down && !unread && <Tag>{frame.decoded.type}</Tag>}
      </div>
      {frame.decoded && !down && <Decoded decoded={frame.decoded} />}
    </FrameItem>
  );
}

/** A decoded frame in words. */
export function Decoded({ decoded }: { decoded: DecodedFrame }) {
  const { t } = useTranslation('debug');
  const more = decoded.readings.length - mostReadings;
  return (
    <>
      {decoded.command > 0 && (
        <p className={styles.said}>
          {t('answers', { id: decoded.command, code: decoded.code, said: decoded.message })}
        </p>
      )}
      {decoded.event && <p className={styles.said}>{t('event', { code: decoded.event })}</p>}
      {decoded.readings.slice(0, mostReadings).map((reading, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: readings of a frame never change
        <p key={i} className={styles.said}>
          {readingText(reading)}
        </p>
      ))}
      {more > 0 && <p className={styles.quiet}>{t('moreReadings', { count: more })}</p>}
    </>
  );
}
