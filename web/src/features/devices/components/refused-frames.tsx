import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RefusedBars, useRefusedFrames } from '@/entities/frame/refused-bars';
import { beginOf, type RefusedChoice } from '@/entities/frame/refused-model';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { useNow } from '@/ui/format/use-now';
import styles from '../devices.module.css';

/** Undecodable frames of a corporation over time, and the devices that sent them in the chosen time. */
export function RefusedFrames({ corporationId, zone }: { corporationId: number; zone: string }) {
  const { t } = useTranslation('commands');
  const [choice, setChoice] = useState<RefusedChoice>({});
  const begin = beginOf('month', useNow());
  const range =
    choice.from !== undefined && choice.to !== undefined ? { from: choice.from, to: choice.to } : { from: begin };
  const devices = useRefusedFrames(corporationId, 0, range).data?.devices ?? [];
  return (
    <>
      <RefusedBars corporationId={corporationId} deviceId={0} zone={zone} choice={choice} onChoose={setChoice} />
      {devices.length > 0 && (
        <ul className={styles.refusedDevices} aria-label={t('refusedFrames.devices')}>
          {devices.slice(0, mostDevices).map((one) => (
            <li key={one.deviceId}>
              <Link to={`/test?device=${one.deviceId}&tab=dead`}>{one.sncode}</Link> <b>{formatNumber(one.count, 0)}</b>{' '}
              <span className={styles.quiet}>
                {t('refusedFrames.newest', { time: formatTime(one.newest, zone, 'list') })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Devices beyond are found once the first ones are repaired. */
const mostDevices = 20;
