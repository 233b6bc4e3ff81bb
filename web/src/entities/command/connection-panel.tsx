import { Button, Popconfirm } from 'antd';
import { useTranslation } from 'react-i18next';
import { Can } from '@/entities/permission/can';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { QueryPanel } from '@/ui/states';
import styles from './commands.module.css';
import { useDeviceConnect, useDisconnect, useRestart } from './connection-queries';
import { StateMark } from './state-mark';

interface Props {
  corporationId: number;
  structureId: number;
  pointId: number;
  zone: string;
}

/** The way from a point to the platform: its devices, the open connection, or why there is none. */
export function ConnectionPanel({ corporationId, structureId, pointId, zone }: Props) {
  const { t } = useTranslation('commands');
  const of = { structureId, measuringPointId: pointId };
  const query = useDeviceConnect(of);
  const disconnect = useDisconnect(corporationId);
  const restart = useRestart(of);
  return (
    <section className={styles.connection} aria-label={t('connection.title')}>
      <QueryPanel query={query} failure={t('connection.failed')} rows={2}>
        {({ connected, why, line, dials, refused, path, silentServers }) => (
          <>
            <div className={styles.row}>
              <b>{t('connection.title')}</b>
              <StateMark
                look={connected ? 'done' : why === 'asleep' || why === 'betweenUploads' ? 'waiting' : 'failed'}
              >
                {connected ? t('connection.connected') : t(`connection.why.${why || 'silent'}`)}
              </StateMark>
              {line && (
                <span>
                  {line.transport.toUpperCase()} {line.address} · {t('connection.since')} {formatTime(line.since, zone)}
                </span>
              )}
              {dials && <span>{t('connection.dials', { address: dials })}</span>}
              {refused && (
                <span>
                  {formatTime(refused.time, zone)} {refused.text}
                </span>
              )}
              {silentServers.length > 0 && (
                <small>{t('connection.unheard', { names: silentServers.join(', ') })}</small>
              )}
              <Can any={['Update:Device']}>
                {connected && (
                  <Popconfirm
                    title={t('connection.disconnectHint')}
                    onConfirm={() =>
                      disconnect.mutate(path[path.length - 1]?.deviceId ?? 0, {
                        onSuccess: () => announce('success', t('connection.disconnected')),
                      })
                    }
                  >
                    <Button size="small" loading={disconnect.isPending}>
                      {t('connection.disconnect')}
                    </Button>
                  </Popconfirm>
                )}
                {path.length > 0 && (
                  <Popconfirm
                    title={t('connection.restartHint')}
                    onConfirm={() =>
                      restart.mutate(undefined, {
                        onSuccess: ({ cancelled, command }) =>
                          announce(
                            'success',
                            t(command.state === 'hanging' ? 'connection.restartsLater' : 'connection.restarted', {
                              count: cancelled,
                              command: t(`kind.${command.kind}`),
                            }),
                          ),
                      })
                    }
                  >
                    <Button size="small" loading={restart.isPending}>
                      {t('connection.restart')}
                    </Button>
                  </Popconfirm>
                )}
              </Can>
            </div>
            <ol className={styles.way}>
              {path.map((one) => (
                <li key={one.deviceId}>
                  <b>{one.name}</b> <small>{one.sncode}</small>
                  {one.channelNo > 0 && <small> {t('connection.channel', { no: one.channelNo })}</small>}{' '}
                  <small>
                    {one.lastSeen > 0
                      ? t('connection.seen', { time: formatTime(one.lastSeen, zone) })
                      : t('connection.never')}
                  </small>
                </li>
              ))}
            </ol>
          </>
        )}
      </QueryPanel>
    </section>
  );
}
