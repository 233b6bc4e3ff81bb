import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FrameItem, FrameList } from '@/entities/frame/frame-list';
import { refusalText } from '@/entities/frame/frame-text';
import { RefusedBars } from '@/entities/frame/refused-bars';
import { isChosen, type RefusedChoice } from '@/entities/frame/refused-model';
import { Can } from '@/entities/permission/can';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import styles from '../devices.module.css';
import { type Device, useFrames, useReplay } from '../queries';

/** The last messages of a device: rejected ones first, with the reason and a retry button. */
export function FrameLog({ device, zone }: { device: Device; zone: string }) {
  const { t } = useTranslation(['console', 'common', 'file-import', 'commands']);
  const [choice, setChoice] = useState<RefusedChoice>({});
  const query = useFrames(device.corporationId, device.id);
  const replay = useReplay(device.corporationId, device.id);
  return (
    <>
      <div className={styles.tools}>
        <Button icon={<ReloadOutlined aria-hidden />} onClick={() => query.refetch()}>
          {t('common:action.refresh')}
        </Button>
        <Link to={`/test?device=${device.id}`}>{t('commands:debug')}</Link>
        {(query.data?.dead.length ?? 0) > 0 && (
          <Can any={['Update:Device']}>
            <Button
              loading={replay.isPending}
              onClick={() =>
                replay.mutate(undefined, {
                  onSuccess: ({ count }) => announce('success', t('frames.replayed', { count })),
                })
              }
            >
              {t('frames.replay')}
            </Button>
          </Can>
        )}
        {(device.projectId ?? 0) > 0 && (
          <Can any={['Create:Data']}>
            <Link to={`/projects/${device.projectId}/devices/${device.id}/import`}>{t('file-import:title')}</Link>
          </Can>
        )}
      </div>
      {(query.data?.dead.length ?? 0) > 0 && (
        <RefusedBars
          corporationId={device.corporationId}
          deviceId={device.id}
          zone={zone}
          choice={choice}
          onChoose={setChoice}
        />
      )}
      <QueryPanel
        query={query}
        rows={6}
        isEmpty={({ frames, dead }) => frames.length + dead.length === 0}
        empty={<PanelEmpty title={t('frames.none')} hint={t('frames.noneHint')} />}
      >
        {({ frames, dead }) => (
          <FrameList label={t('deviceTab.frames')}>
            {dead
              .filter((frame) => isChosen(frame, choice))
              .map((frame) => (
                <FrameItem
                  key={`dead ${frame.seq}.${frame.index}`}
                  refusal={refusalText(frame.reason, frame.fields)}
                  payload={frame}
                >
                  <span className={styles.quiet}>
                    {formatTime(frame.received, zone)} · {frame.transport}
                  </span>
                </FrameItem>
              ))}
            {(Object.keys(choice).length > 0 ? [] : frames).map((frame) => (
              <FrameItem key={`${frame.seq}.${frame.index}`} payload={frame}>
                <span className={styles.quiet}>
                  {formatTime(frame.received, zone)} · {frame.transport}
                </span>
              </FrameItem>
            ))}
          </FrameList>
        )}
      </QueryPanel>
    </>
  );
}
