import { CheckCircleOutlined, ClockCircleOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { roles } from '../model/steps';
import styles from '../project-reports.module.css';
import type { ProjectReport } from '../queries';

/** The three signatures, in order: who signed when, and which one is next. */
export function Signing({ report, zone }: { report: ProjectReport; zone: string }) {
  const { t } = useTranslation('project-reports');
  return (
    <ol className={styles.steps} aria-label={t('signatures')}>
      {roles.map((role) => {
        const signature = report.signatures.find((one) => one.role === role);
        const waits = report.next === role;
        return (
          <li
            key={role}
            data-state={signature ? 'signed' : waits ? 'next' : 'later'}
            aria-current={waits ? 'step' : undefined}
          >
            {signature ? <CheckCircleOutlined aria-hidden /> : <ClockCircleOutlined aria-hidden />}
            <b>{t(`role.${role}`)}</b>
            <span className={styles.signed}>
              {signature ? (
                <>
                  {signature.name}
                  <span className={styles.under}>
                    {formatTime(signature.signedAt, zone)}
                    {signature.picture && ` · ${t('sign.with.signature')}`}
                    {signature.seal && ` · ${t('sign.with.seal')}`}
                  </span>
                </>
              ) : (
                <span className={styles.quiet}>{t(waits ? 'waits' : 'later')}</span>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
