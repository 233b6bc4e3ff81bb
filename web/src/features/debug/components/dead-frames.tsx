import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/shared/format/time';
import { FrameItem, FrameList } from '@/shared/frames/frame-list';
import { refusalText } from '@/shared/frames/frame-text';
import { announce } from '@/shared/messages';
import { Can } from '@/shared/perm/can';
import { PanelEmpty, QueryPanel } from '@/shared/ui/states';
import styles from '../debug.module.css';
import { useDeadFrames, useReplay, type Where } from '../queries';

/** Frames that could not become readings, with the reason; they are tried again once what was wrong is mended. */
export function DeadFrames({ where, zone }: { where: Where; zone: string }) {
  const { t } = useTranslation('debug');
  const query = useDeadFrames(where);
  const replay = useReplay(where);
  return (
    <QueryPanel
      query={query}
      failure={t('failed')}
      rows={6}
      isEmpty={(list) => list.length === 0}
      empty={<PanelEmpty title={t('noDead')} />}
    >
      {(list) => (
        <>
          <Can any={['Update:Device']}>
            <div className={styles.tools}>
              <Button
                loading={replay.isPending}
                onClick={() =>
                  replay.mutate(undefined, { onSuccess: ({ count }) => announce('success', t('replayed', { count })) })
                }
              >
                {t('replay')}
              </Button>
            </div>
          </Can>
          <FrameList label={t('tab.dead')}>
            {list.map((frame) => (
              <FrameItem
                key={`${frame.seq}.${frame.index}`}
                refusal={refusalText(frame.reason, frame.fields)}
                payload={frame}
              >
                <span className={styles.quiet}>
                  {formatTime(frame.received, zone)} · {frame.transport}
                </span>
              </FrameItem>
            ))}
          </FrameList>
        </>
      )}
    </QueryPanel>
  );
}
