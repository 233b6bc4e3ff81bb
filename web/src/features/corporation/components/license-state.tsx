import { CheckCircleOutlined, ClockCircleOutlined, WarningOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { daysLeft } from '../model/license';
import type { LicenseInfo } from '../queries';
import styles from './license-state.module.css';

/** Days before expiry at which reminders start. */
const soon = 30;

interface Props {
  state: LicenseInfo['state'];
  /** Last day, YYYY-MM-DD; empty: no expiry. */
  until: string;
}

/** The state of the license as shape, color and word. */
export function LicenseState({ state, until }: Props) {
  const { t } = useTranslation('corporation');
  const left = daysLeft(until, Date.now());
  const ending = state === 'valid' && left !== undefined && left <= soon;
  const look = state !== 'valid' ? 'bad' : ending ? 'ending' : 'good';
  const Icon = { good: CheckCircleOutlined, ending: ClockCircleOutlined, bad: WarningOutlined }[look];
  return (
    <span className={styles.state} data-look={look}>
      <Icon aria-hidden />
      <b>{t(`license.states.${state}`)}</b>
      {ending && <span>{t('license.ending', { count: left })}</span>}
      {state !== 'valid' && <span className={styles.what}>{t('license.blocked')}</span>}
    </span>
  );
}
