import { DisconnectOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { projectQuery } from '@/api/project';
import { type Loss, useConnection } from '@/entities/live/connection';
import { askMs, retryMs, retryNow } from '@/entities/live/keep-live';
import { useProjectMode } from '@/entities/session/project-mode';
import { useSessionStore } from '@/entities/session/session-store';
import { defaultZone, formatTime } from '@/ui/format/time';
import styles from './connection-banner.module.css';

/** Shown while the page is cut off from the server. It cannot be closed. */
export function ConnectionBanner() {
  const loss = useConnection((state) => state.loss);
  const expired = useSessionStore((state) => state.expired); // has its own dialog
  return loss && !expired ? <Banner loss={loss} /> : null;
}

function Banner({ loss }: { loss: Loss }) {
  const { t } = useTranslation('shell');
  const projectId = useProjectMode((state) => state.projectId);
  const { data: project } = useQuery({ ...projectQuery(projectId ?? 0), enabled: projectId !== null });
  const zone = project?.timeZone || defaultZone;
  const held = loss.reason === 'held';
  const text = held
    ? t('connection.heldText', { seconds: askMs / 1000 })
    : t('connection.shown', { shown: clockText(loss.shown, zone), seconds: retryMs / 1000, count: loss.tries });
  return (
    <section className={styles.banner} data-connection="lost" aria-label={t('connection.name')}>
      <DisconnectOutlined aria-hidden className={styles.icon} />
      <p className={styles.text}>
        <strong className={styles.title} role="alert">
          {t(`connection.${loss.reason}`, { since: clockText(loss.since, zone) })}
        </strong>
        <span className={styles.detail} title={text}>
          {text}
        </span>
      </p>
      {!held && <Lasting since={loss.since} />}
      <Button size="small" onClick={retryNow}>
        {t('connection.retry')}
      </Button>
    </section>
  );
}

/** How long the outage has lasted, to the second. */
function Lasting({ since }: { since: number }) {
  const { t } = useTranslation('shell');
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span className={styles.lasting}>{t('connection.lasting', { time: lengthText(now - since) })}</span>;
}

/** The time of day, with the date if it is not today. */
function clockText(ms: number, zone: string): string {
  const whole = formatTime(ms, zone, 'full');
  return whole.startsWith(formatTime(Date.now(), zone, 'date')) ? whole.slice(11) : whole.slice(5);
}

/** mm:ss, or h:mm:ss from one hour on. */
export function lengthText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
