import { useQuery } from '@tanstack/react-query';
import { App, Button, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { ShareBar } from '@/entities/alert/share-bar';
import { Can } from '@/entities/permission/can';
import { useSession } from '@/entities/session/session-store';
import { formatNumber } from '@/ui/format/number';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { CodeForm } from '../components/code-form';
import { LicenseState } from '../components/license-state';
import { type LicenseInfo, licenseQuery } from '../queries';
import styles from './license-page.module.css';

/** The license of a private deployment: fingerprint, state, limits, and entry of a new code. */
export default function LicensePage() {
  const { t } = useTranslation('corporation');
  const isPrivate = useSession()?.privateDeployment ?? false;
  const query = useQuery({ ...licenseQuery(), enabled: isPrivate });
  if (!isPrivate) return <PanelEmpty title={t('license.notPrivate')} hint={t('license.notPrivateHint')} />;
  return (
    <div className={styles.page}>
      <Panel title={t('license.title')}>
        <QueryPanel query={query} rows={6} failure={t('license.failed')}>
          {(info) => <Facts info={info} />}
        </QueryPanel>
      </Panel>
      <Can any={['Update:Corporation']}>
        <Panel title={t('license.enter')}>
          <CodeForm />
        </Panel>
      </Can>
    </div>
  );
}

function Facts({ info }: { info: LicenseInfo }) {
  const { t } = useTranslation('corporation');
  const { message } = App.useApp();

  async function copy() {
    await navigator.clipboard.writeText(info.fingerprint);
    void message.success(t('license.copied'));
  }

  return (
    <dl className={styles.facts}>
      <dt>{t('license.state')}</dt>
      <dd>
        <LicenseState state={info.state} until={info.until} />
      </dd>
      <dt>{t('license.fingerprint')}</dt>
      <dd className={styles.line}>
        <Typography.Text code className={styles.code ?? ''}>
          {info.fingerprint}
        </Typography.Text>
        <Button onClick={() => void copy()}>{t('license.copy')}</Button>
        <span className={styles.quiet}>{t('license.fingerprintHint')}</span>
      </dd>
      <dt>{t('license.until')}</dt>
      <dd>{info.until || (info.state === 'missing' ? '—' : t('license.forEver'))}</dd>
      <dt>{t('license.points')}</dt>
      <dd>
        <Use used={info.pointsUsed} limit={info.state === 'missing' ? undefined : info.points} />
      </dd>
      <dt>{t('license.devices')}</dt>
      <dd>
        <Use used={info.devicesUsed} limit={info.state === 'missing' ? undefined : info.devices} />
      </dd>
    </dl>
  );
}

/** The used share of a limit; -1 is unlimited, undefined unknown. */
function Use({ used, limit }: { used: number; limit: number | undefined }) {
  const { t } = useTranslation('corporation');
  const count = formatNumber(used, 0);
  if (limit === undefined) return <>{t('license.used', { used: count })}</>;
  if (limit < 0) return <>{t('license.usedOfAny', { used: count })}</>;
  return (
    <div className={styles.use}>
      <span>{t('license.usedOf', { used: count, limit: formatNumber(limit, 0) })}</span>
      {limit > 0 && <ShareBar share={used / limit} level={used < limit ? 0 : 3} />}
    </div>
  );
}
