import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Retention } from '@/entities/retention/retention';
import { useSession } from '@/entities/session/session-store';
import { defaultZone } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import { CertificatePanel } from '../components/certificate-panel';
import { CorporationForm } from '../components/corporation-form';
import { HandlingPanel } from '../components/handling-panel';
import { HelpPanel } from '../components/help-panel';
import { corporationQuery } from '../queries';
import styles from './corporation-page.module.css';

/** The account's corporation: identity, brand, switches, and operators who are helping. */
export default function CorporationPage() {
  const { t } = useTranslation(['corporation', 'retention', 'alert-texts']);
  const corporationId = useSession()?.user.corporationId ?? 0;
  const query = useQuery({ ...corporationQuery(corporationId), enabled: corporationId !== 0 });
  return (
    <div className={styles.page}>
      <QueryPanel query={query} rows={12} failure={t('failed')}>
        {(corporation) => <CorporationForm key={corporation.id} corporation={corporation} />}
      </QueryPanel>
      {corporationId !== 0 && <HandlingPanel corporationId={corporationId} />}
      {corporationId !== 0 && (
        <Panel title={t('retention:title')}>
          <Retention place={{ corporationId }} zone={query.data?.timeZone || defaultZone} />
        </Panel>
      )}
      {corporationId !== 0 && (
        <Panel title={t('alert-texts:title')} extra={<Link to="/console/alert-texts">{t('alert-texts:open')}</Link>}>
          <p className={styles.remark}>{t('alert-texts:link')}</p>
        </Panel>
      )}
      {corporationId !== 0 && (
        <CertificatePanel corporationId={corporationId} zone={query.data?.timeZone || defaultZone} />
      )}
      {corporationId !== 0 && <HelpPanel corporationId={corporationId} />}
    </div>
  );
}
