import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FrameItem, FrameList } from '@/entities/frame/frame-list';
import { payloadText, refusalText } from '@/entities/frame/frame-text';
import { RefusedBars } from '@/entities/frame/refused-bars';
import { isChosen, type RefusedChoice } from '@/entities/frame/refused-model';
import { Can } from '@/entities/permission/can';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import styles from '../debug.module.css';
import { byReason } from '../model/frame-text';
import {
  type DeadFrame,
  mostDead,
  useDeadFrames,
  useDismiss,
  useReplay,
  useReplayPreview,
  type Where,
} from '../queries';

interface Props {
  where: Where;
  zone: string;
  /** Opens the text of a frame in the workbench. */
  onTry: (text: string) => void;
}

/** Frames that could not become readings, by reason; they can be retried once the cause is fixed. */
export function DeadFrames({ where, zone, onTry }: Props) {
  const { t } = useTranslation(['debug', 'common', 'commands']);
  const [choice, setChoice] = useState<RefusedChoice>({});
  const [from, setFrom] = useState<{ seq: number; index: number } | null>(null);
  const query = useDeadFrames(where, from);
  const replay = useReplay(where);
  const preview = useReplayPreview(where);
  const [planned, setPlanned] = useState<DeadFrame[] | null>(null);
  const dismiss = useDismiss(where);
  const plan = (frames: DeadFrame[]) => {
    setPlanned(frames);
    preview.mutate(frames);
  };
  const again = (frames: DeadFrame[]) =>
    replay.mutate(frames, {
      onSuccess: ({ count, failed }) => {
        setPlanned(null);
        const text = t('replayed', { count });
        if (failed.length === 0) announce('success', text);
        else announce('warning', `${text} · ${t('stillDead', { count: failed.length })}`);
      },
    });
  const remove = (frames: DeadFrame[]) =>
    dismiss.mutate(frames, { onSuccess: ({ count }) => announce('success', t('dismissed', { count })) });
  return (
    <QueryPanel
      query={query}
      failure={t('failed')}
      rows={6}
      isEmpty={(list) => list.length === 0 && from === null}
      empty={<PanelEmpty title={t('noDead')} />}
    >
      {(list) => (
        <>
          <Can any={['Update:Device']}>
            <div className={styles.tools}>
              <Button loading={preview.isPending} onClick={() => plan([])}>
                {t('replay')}
              </Button>
              <span className={styles.quiet}>{t('replayHint')}</span>
            </div>
          </Can>
          {planned && preview.data && (
            <section className={styles.plan} aria-label={t('plan.title')} aria-live="polite">
              <h3 className={styles.title}>{t('plan.title')}</h3>
              <p>{t('plan.frames', { count: preview.data.frames, decoded: preview.data.decoded })}</p>
              <p>{t('plan.readings', { count: preview.data.readings, points: preview.data.points })}</p>
              {preview.data.failed.map(({ code, text, count }) => (
                <p key={code} className={styles.error}>
                  {t('plan.failed', { count, text })}
                </p>
              ))}
              <div className={styles.line}>
                <Button
                  type="primary"
                  loading={replay.isPending}
                  disabled={preview.data.readings === 0 && preview.data.decoded === 0}
                  onClick={() => again(planned)}
                >
                  {t('plan.go')}
                </Button>
                <Button onClick={() => setPlanned(null)}>{t('common:action.cancel')}</Button>
              </div>
            </section>
          )}
          <RefusedBars {...where} zone={zone} choice={choice} onChoose={setChoice} />
          {!list.some((frame) => isChosen(frame, choice)) && (
            <PanelEmpty title={t('commands:refusedFrames.noneChosen')} />
          )}
          {byReason(list.filter((frame) => isChosen(frame, choice))).map((group) => (
            <section key={group.reason} aria-label={group.reason}>
              <div className={`${styles.tools} ${styles.reason}`}>
                <h3 className={styles.title}>{group.reason}</h3>
                <span className={styles.quiet}>{t('count', { count: group.frames.length })}</span>
                <Can any={['Update:Device']}>
                  <Button type="link" disabled={replay.isPending} onClick={() => plan(group.frames)}>
                    {t('replayThese')}
                  </Button>
                  <Button type="link" disabled={dismiss.isPending} onClick={() => remove(group.frames)}>
                    {t('dismissThese')}
                  </Button>
                </Can>
              </div>
              <FrameList label={t('tab.dead')}>
                {group.frames.map((frame) => (
                  <FrameItem
                    key={`${frame.seq}.${frame.index}`}
                    refusal={refusalText(frame.reason, frame.fields)}
                    payload={frame}
                  >
                    <div className={styles.line}>
                      <span className={styles.quiet}>
                        {formatTime(frame.received, zone)} · {frame.transport}
                      </span>
                      {frame.transport !== 'file' && (
                        <Button type="link" size="small" onClick={() => onTry(payloadText(frame))}>
                          {t('toBench')}
                        </Button>
                      )}
                      <Can any={['Update:Device']}>
                        <Button type="link" size="small" disabled={replay.isPending} onClick={() => plan([frame])}>
                          {t('replayThis')}
                        </Button>
                        <Button type="link" size="small" disabled={dismiss.isPending} onClick={() => remove([frame])}>
                          {t('dismissThis')}
                        </Button>
                      </Can>
                    </div>
                  </FrameItem>
                ))}
              </FrameList>
            </section>
          ))}
          <div className={styles.tools}>
            {from !== null && <Button onClick={() => setFrom(null)}>{t('newest')}</Button>}
            {list.length === mostDead && (
              <Button onClick={() => setFrom({ seq: list.at(-1)?.seq ?? 0, index: list.at(-1)?.index ?? 0 })}>
                {t('older')}
              </Button>
            )}
          </div>
        </>
      )}
    </QueryPanel>
  );
}
