import { CheckCircleFilled, ClockCircleOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import type { Device } from '@/api/devices';
import { protocolsQuery } from '@/api/protocols';
import { useEndpoints } from '@/entities/device/access-queries';
import { pathOf, quote, topicOf } from '@/entities/device/howto';
import { SendLines } from '@/entities/device/send-lines';
import { Copyable } from '@/ui/copyable';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelSkeleton } from '@/ui/states';
import styles from '../device-side.module.css';
import { frameText, fromHex, hexText } from '../model/bytes';
import { type Progress, useLineExample, useProgress, type Where } from '../queries-side';

/** What to enter in the device, commands that send as it would, and how far its data come. */
export function DeviceSide({ where, device, zone }: { where: Where; device: Device; zone: string }) {
  const { t } = useTranslation('debug');
  const example = useLineExample(where).data;
  const endpoints = useEndpoints().data;
  const progress = useProgress(where);
  if (!example || !endpoints) return <PanelSkeleton rows={8} />;
  return (
    <div className={styles.side}>
      <Panel title={t('side.progress')}>
        <Steps progress={progress} zone={zone} />
      </Panel>
      {example.protocol && <LinePanel example={example} />}
      {device.register && (
        <Panel title={t('side.messages')}>
          <div className={styles.body}>
            <Facts
              rows={[
                [t('side.topic'), topicOf(device.register)],
                [t('side.path'), `${location.origin}${pathOf(device.register)}`],
                [t('register'), device.register],
              ]}
            />
            <SendLines device={device} secret="" />
          </div>
        </Panel>
      )}
    </div>
  );
}

function Facts({ rows }: { rows: [string, string][] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The line: where the device dials in, what it sends first, and a command that does the same. */
function LinePanel({ example }: { example: NonNullable<ReturnType<typeof useLineExample>['data']> }) {
  const { t } = useTranslation('debug');
  const say = useLabel();
  const { data: protocols = [] } = useQuery(protocolsQuery);
  const endpoints = useEndpoints().data;
  const label = protocols.find((one) => one.name === example.protocol)?.label;
  const ports = (endpoints?.lines ?? []).filter((one) => !one.protocol || one.protocol === example.protocol);
  const [port] = ports;
  const host = port?.host || location.hostname;
  const registration = fromHex(example.registration);
  const frame = fromHex(example.frame);
  return (
    <Panel title={t('side.line')} extra={label ? say(label) : example.protocol}>
      <div className={styles.body}>
        <Facts
          rows={[
            ...(example.dial
              ? ([[t('side.dialled'), example.dial]] as [string, string][])
              : ([
                  [
                    t('side.server'),
                    ports
                      .map(
                        (one) =>
                          `${one.udp ? 'UDP' : one.tls ? 'TLS' : 'TCP'} ${one.host || location.hostname}:${one.port}`,
                      )
                      .join('，') || t('side.noPort'),
                  ],
                  [t('register'), example.register],
                  [
                    t('side.registration'),
                    registration.length === 0
                      ? t('side.inFrames')
                      : [
                          printf(registration),
                          hexText(registration),
                          example.secretPlace && t('side.secretPlace', { place: example.secretPlace }),
                          example.eachPacket && t('side.eachPacket'),
                        ]
                          .filter(Boolean)
                          .join('  '),
                  ],
                ] as [string, string][])),
            ...(example.request
              ? ([[t('side.request'), hexText(fromHex(example.request))]] as [string, string][])
              : []),
            ...(example.frame
              ? ([[t(example.request ? 'side.answer' : 'side.frame'), frameText(frame) ?? hexText(frame)]] as [
                  string,
                  string,
                ][])
              : []),
          ]}
        />
        {port && !example.dial && (
          <>
            <b>socat</b>
            <Copyable
              text={socatLine(
                host,
                port,
                example.eachPacket && !example.request
                  ? [Uint8Array.from([...registration, ...frame])]
                  : [registration, example.request ? new Uint8Array() : frame],
              )}
            />
            {example.request && <p className={styles.hint}>{t('side.polled')}</p>}
          </>
        )}
      </div>
    </Panel>
  );
}

/** Bytes as the word of printf that writes them. */
function printf(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => {
    const c = String.fromCharCode(byte);
    if (c === '\r') return '\\r';
    if (c === '\n') return '\\n';
    return /[\w ,.;:=&#+*/-]/.test(c) ? c : `\\${byte.toString(8).padStart(3, '0')}`;
  }).join('');
  return `'${text}'`;
}

/** The command line that dials in as the device, and shows what the platform sends. */
function socatLine(host: string, port: { port: number; udp: boolean; tls: boolean }, packets: Uint8Array[]): string {
  const way = port.udp ? 'UDP' : port.tls ? 'OPENSSL' : 'TCP';
  const sends = packets.filter(({ length }) => length > 0).map((bytes) => `printf ${printf(bytes)}`);
  return `{ ${sends.join('; sleep 1; ')}; sleep 60; } | \\\n  socat -x - ${quote(`${way}:${host}:${port.port}`)}`;
}

/** First byte, registered, decoded, feeds a point: what is reached, and what is missing. */
function Steps({ progress, zone }: { progress: Progress; zone: string }) {
  const { t } = useTranslation('debug');
  const steps = ['byte', 'registered', 'decoded', 'feeds'] as const;
  const missing = steps.find((step) => progress[step] === null);
  return (
    <ol className={styles.steps} aria-live="polite">
      {steps.map((step) => {
        const at = progress[step];
        return (
          <li key={step} data-done={at !== null}>
            {at === null ? <ClockCircleOutlined aria-hidden /> : <CheckCircleFilled aria-hidden />}
            <b>{t(`side.step.${step}`)}</b>
            <span>
              {at !== null ? formatTime(at, zone) : step === missing ? progress.why || t(`side.missing.${step}`) : '—'}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
