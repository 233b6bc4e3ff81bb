import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeviceType, useLabel } from '@/api/catalog';
import { client, data } from '@/api/client';
import type { Device } from '@/api/devices';
import { deviceKeys } from '@/api/devices';
import { SendLines } from '@/entities/device/send-lines';
import { refusalText } from '@/entities/frame/frame-text';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { useNow } from '@/ui/format/use-now';
import { type Chain, useAttempts, useDeviceNews } from '../queries';
import styles from '../setup.module.css';

interface Props {
  chain: Chain;
  device: Device;
  secret: string;
  zone: string;
}

/** How to send, and what the platform receives: connections, refusals with their remedy, messages, readings. */
export function MessageStep({ chain, device, secret, zone }: Props) {
  const { t } = useTranslation(['setup', 'console']);
  const [way, setWay] = useState<'mqtt' | 'http'>('mqtt');
  useDeviceNews(chain.corporationId, device.id, chain.owner.id);
  return (
    <>
      <p className={styles.lead}>
        {t(secret ? 'message.lead' : 'message.leadWithoutKey')}
        <Segmented
          aria-label={t('message.way')}
          value={way}
          options={[
            { value: 'mqtt', label: 'MQTT' },
            { value: 'http', label: 'HTTP' },
          ]}
          onChange={setWay}
        />
      </p>
      <SendLines device={device} secret={secret} only={way} />
      <Log chain={chain} device={device} zone={zone} />
      <Fields chain={chain} device={device} />
    </>
  );
}

interface Line {
  time: number;
  fault: boolean;
  what: string;
  detail: string;
}

function Log({ chain, device, zone }: { chain: Chain; device: Device; zone: string }) {
  const { t } = useTranslation('setup');
  const now = useNow();
  const [since] = useState(() => device.createdAt);
  const attempts = useAttempts(chain.corporationId, device.id, since).data ?? [];
  const dead = useDead(chain.corporationId, device.id);
  const first = chain.frames.at(-1);
  const lines: Line[] = [
    { time: since, fault: false, what: t('log.waiting'), detail: t('log.waitingFor', { register: device.register }) },
    ...attempts.map((one) => {
      const connected = one.reason === 'connected';
      const why = refusalText(one.text, one.fields);
      return {
        time: one.time,
        fault: !connected,
        what: t(connected ? 'log.connected' : 'log.refused'),
        detail: connected
          ? [one.protocol, one.tls ? 'TLS' : t('log.noTls'), one.address].filter(Boolean).join('·')
          : `${one.register && one.register !== device.register ? `${one.register}·` : ''}${why}·${t(
              `remedy.${one.reason as 'wrongSecret'}`,
              { register: device.register },
            )}·${t('log.from', { address: one.address })}`,
      };
    }),
    ...dead.map((one) => ({
      ...{ time: one.received, fault: true, what: t('log.unreadable') },
      detail: `${refusalText(one.reason, one.fields)}·${t('remedy.badBody')}`,
    })),
    ...(first
      ? [
          {
            ...{ time: first.received, fault: false, what: t('log.message') },
            detail: t('log.size', { count: first.text.length, way: first.transport.toUpperCase() }),
          },
        ]
      : []),
  ].sort((a, b) => a.time - b.time);
  return (
    <section className={styles.live} aria-label={t(first ? 'message.received' : 'message.waiting')} aria-live="polite">
      <header>
        <h3>{t(first ? 'message.received' : 'message.waiting')}</h3>
        <span>
          {first
            ? formatTime(first.received, zone, 'full')
            : t('message.elapsed', { count: Math.max(0, Math.floor((now - since) / 60_000)) })}
        </span>
      </header>
      <ol>
        {lines.slice(-8).map((one) => (
          <li key={`${one.time} ${one.what} ${one.detail}`} data-fault={one.fault}>
            <time>{formatTime(one.time, zone, 'full').slice(-8)}</time>
            <b>{one.what}</b>
            <span>{one.detail}</span>
          </li>
        ))}
        {first && (
          <li data-missing={missing(chain) !== null}>
            <time />
            <b>{t(chain.device ? 'log.bound' : 'log.unbound', { point: chain.point?.name })}</b>
            <span>{t(`missing.${missing(chain) ?? 'nothing'}`)}</span>
          </li>
        )}
      </ol>
    </section>
  );
}

/** What the point still needs before it is judged. */
function missing(chain: Chain): 'formula' | 'initial' | 'threshold' | null {
  if (!chain.formula?.rules.length) return 'formula';
  if (!chain.initial) return 'initial';
  return chain.thresholds?.list.some((one) => one.enable) ? null : 'threshold';
}

function useDead(corporationId: number, deviceId: number) {
  return (
    useQuery({
      queryKey: [...deviceKeys.all(corporationId), 'setup', deviceId, 'dead'],
      queryFn: async ({ signal }) =>
        (
          await data(
            client.GET('/api/corporations/{corporationId}/devices/{deviceId}/dead-frames', {
              params: { path: { corporationId, deviceId }, query: { limit: 5 } },
              signal,
            }),
          )
        ).list,
    }).data ?? []
  );
}

/** The fields of the newest message: value, unit, what they are recognized as. */
function Fields({ chain, device }: { chain: Chain; device: Device }) {
  const { t } = useTranslation('setup');
  const say = useLabel();
  const raw = useDeviceType(device.type)?.rawFields ?? [];
  const reading = chain.frames.flatMap((one) => one.decoded?.readings ?? [])[0];
  if (!reading) return null;
  const used = new Set(chain.formula?.rules.flatMap((rule) => [rule.options?.field, rule.formula]) ?? []);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('fields.field')}</th>
          <th scope="col" className={styles.number}>
            {t('fields.value')}
          </th>
          <th scope="col">{t('fields.unit')}</th>
          <th scope="col">{t('fields.known')}</th>
          <th scope="col">{t('fields.use')}</th>
        </tr>
      </thead>
      <tbody>
        {reading.values.map(({ field, node, value }) => {
          const known = raw.find((one) => one.name === field);
          const state = known?.level === 'device' || known?.level === 'head';
          return (
            <tr key={`${field} ${node}`}>
              <th scope="row">
                <code>{field}</code>
              </th>
              <td className={styles.number}>{formatNumber(value)}</td>
              <td>{known?.unit ?? ''}</td>
              <td>{known ? say(known.label) : t('fields.unknown')}</td>
              <td>
                {used.has(field)
                  ? t('fields.main', { point: chain.point?.name })
                  : t(state ? 'fields.state' : 'fields.free')}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
