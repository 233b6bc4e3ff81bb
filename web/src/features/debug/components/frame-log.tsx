import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Button, Input, Segmented, Switch } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalText } from '@/entities/frame/frame-text';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import styles from '../bench.module.css';
import { payloadBytes } from '../model/bytes';
import { isDown, keyOfFrame, merged, type Narrowed, narrowed, readingText, within } from '../model/frame-text';
import { type LiveFrame, useFrames, useTail, type Where } from '../queries';

interface Props {
  where: Where;
  zone: string;
  selected: string;
  onSelect: (frame: LiveFrame, before: LiveFrame | undefined) => void;
  onPaste?: () => void;
  /** Whether new frames are shown as they come. */
  running: boolean;
  /** Undefined: they cannot be held back or shown now. */
  onRunning: ((running: boolean) => void) | undefined;
  /** Only frames received in it; to 0: without an end. */
  period?: { from: number; to: number };
}

/** The frames of a device in both directions, newest first. While it is paused, new ones are counted and shown afterwards. */
export function FrameLog({ where, zone, selected, onSelect, onPaste, running, onRunning, period }: Props) {
  const { t } = useTranslation(['debug', 'common']);
  const [way, setWay] = useState<Narrowed['way']>('all');
  const [text, setText] = useState('');
  const [from, setFrom] = useState<{ seq: number; index: number } | null>(null);
  const query = useFrames(where, from);
  const live = useTail(where, from === null && !period?.to);
  const arrived = within(
    from === null ? merged(live.frames, query.data?.list ?? []) : (query.data?.list ?? []),
    period,
  );
  const [held, setHeld] = useState<LiveFrame[] | null>(null);
  if (running && held) setHeld(null);
  if (!running && !held && !query.isPending) setHeld(arrived);
  const all = from === null && held ? held : arrived;
  const waiting = from === null ? arrived.length - all.length : 0;
  const wrong = all.filter((frame) => frame.decoded?.refusal).length;
  const shown = narrowed(all, { way, text });
  return (
    <Panel
      fill
      className={styles.log}
      title={t('tab.frames')}
      extra={
        <span className={styles.extra}>
          {onPaste && (
            <Button type="link" size="small" onClick={onPaste}>
              {t('paste')}
            </Button>
          )}
          {onRunning && (
            <>
              <span role="status">
                {waiting > 0
                  ? t('waiting', { count: waiting })
                  : running && from === null && !live.open
                    ? t('connecting')
                    : t('live')}
              </span>
              <Switch
                size="small"
                aria-label={t('live')}
                checked={running}
                disabled={from !== null}
                onChange={onRunning}
              />
            </>
          )}
        </span>
      }
    >
      <div className={styles.column}>
        <div className={styles.filter}>
          <Segmented
            block
            aria-label={t('way')}
            value={way}
            options={(['all', 'up', 'down', 'wrong'] as const).map((value) => ({
              value,
              label:
                value === 'all'
                  ? t('common:action.all')
                  : `${t(value)}${value === 'wrong' && wrong > 0 ? ` ${wrong}` : ''}`,
            }))}
            onChange={setWay}
          />
          <Input.Search
            aria-label={t('find')}
            placeholder={t('find')}
            allowClear
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <div className={styles.scroll}>
          <QueryPanel
            query={query}
            failure={t('failed')}
            rows={8}
            isEmpty={() => all.length === 0}
            empty={<PanelEmpty title={t('none')} hint={t('noneHint')} />}
          >
            {({ more }) => (
              <>
                {shown.length === 0 && <PanelEmpty title={t('noneMatch')} />}
                <ul className={styles.list} aria-label={t('tab.frames')}>
                  {shown.map((frame) => (
                    <li key={keyOfFrame(frame)}>
                      <Row
                        frame={frame}
                        zone={zone}
                        selected={selected === keyOfFrame(frame)}
                        onSelect={() => onSelect(frame, earlier(all, frame))}
                      />
                    </li>
                  ))}
                </ul>
                <div className={styles.pages}>
                  {from !== null && <Button onClick={() => setFrom(null)}>{t('newest')}</Button>}
                  {more && <Button onClick={() => setFrom({ seq: more.seq, index: more.index })}>{t('older')}</Button>}
                </div>
              </>
            )}
          </QueryPanel>
        </div>
      </div>
    </Panel>
  );
}

/** The frame before one of the same kind. */
function earlier(frames: readonly LiveFrame[], frame: LiveFrame): LiveFrame | undefined {
  const at = frames.findIndex((one) => keyOfFrame(one) === keyOfFrame(frame));
  return frames.slice(at + 1).find((one) => one.kind === frame.kind && one.transport === frame.transport);
}

function Row({
  frame,
  zone,
  selected,
  onSelect,
}: {
  frame: LiveFrame;
  zone: string;
  selected: boolean;
  onSelect: () => void;
}) {
  const { t } = useTranslation('debug');
  const down = isDown(frame.kind);
  const refusal = frame.decoded?.refusal;
  const Arrow = down ? ArrowDownOutlined : ArrowUpOutlined;
  return (
    <button
      type="button"
      className={styles.row}
      aria-pressed={selected}
      data-wrong={Boolean(refusal)}
      onClick={onSelect}
    >
      <time className={styles.time}>{formatTime(frame.received, zone).slice(-8)}</time>
      <Arrow className={styles.arrow ?? ''} aria-label={t(down ? 'down' : 'up')} />
      <span className={styles.what}>
        <b>{summary(frame, t)}</b>
        <small>
          {frame.transport.toUpperCase()}·{t('bytes', { count: payloadBytes(frame).length })}
        </small>
      </span>
    </button>
  );
}

/** What a frame says, in one line. */
function summary(frame: LiveFrame, t: TFunction<'debug'>): string {
  const decoded = frame.decoded;
  if (frame.kind === 'down') return frame.text || t('kind.down');
  if (!decoded) return t(`kind.${frame.kind}`);
  if (decoded.refusal) return refusalText(decoded.refusal, decoded.fields);
  if (decoded.command > 0) return t('answers', { id: decoded.command, code: decoded.code, said: decoded.message });
  if (decoded.event) return t('event', { code: decoded.event });
  const [first] = decoded.readings;
  if (first) return readingText(first);
  return frame.kind === 'up' ? t(`type.${decoded.type}`) : t(`kind.${frame.kind}`);
}
