import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/shared/format/time';
import { announce } from '@/shared/messages';
import { Can } from '@/shared/perm/can';
import { PanelEmpty, QueryPanel } from '@/shared/ui/states';
import styles from '../debug.module.css';
import { payloadText, refusalText } from '../model/frame-text';
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
          <ul className={styles.frames} aria-label={t('tab.dead')}>
            {list.map((frame) => (
              <li key={`${frame.seq}.${frame.index}`} className={styles.frame} data-wrong>
                <p className={styles.error}>{refusalText(frame.reason, frame.fields)}</p>
                <span className={styles.quiet}>
                  {formatTime(frame.received, zone)} · {frame.transport}
                </span>
                <pre className={styles.code}>{payloadText(frame)}</pre>
              </li>
            ))}
          </ul>
        </>
      )}
    </QueryPanel>
  );
}
