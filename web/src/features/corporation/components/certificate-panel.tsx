import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useCan } from '@/entities/permission/permissions';
import { Copyable } from '@/ui/copyable';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { certificateQuery, type SigningCertificate, useRemoveCertificate } from '../queries';
import { CertificateDialog } from './certificate-dialog';
import styles from './certificate-panel.module.css';

interface Props {
  corporationId: number;
  zone: string;
}

/** The certificate that signs the PDFs of issued reports. */
export function CertificatePanel({ corporationId, zone }: Props) {
  const { t } = useTranslation('corporation');
  const query = useQuery(certificateQuery(corporationId));
  const may = useCan('Update:Corporation');
  const [choosing, setChoosing] = useState(false);
  const { hash } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  const loaded = query.data !== undefined;

  useEffect(() => {
    // The notification that it ends leads here.
    if (loaded && hash === '#certificate') place.current?.scrollIntoView({ block: 'center' });
  }, [loaded, hash]);

  const choose = (label: string) => may && <Button onClick={() => setChoosing(true)}>{label}</Button>;
  return (
    <div ref={place}>
      <Panel title={t('certificate.title')}>
        <QueryPanel
          query={query}
          rows={4}
          failure={t('certificate.failed')}
          isEmpty={({ state }) => state === 'none'}
          empty={
            <PanelEmpty
              title={t('certificate.none')}
              hint={t('certificate.why')}
              action={choose(t('certificate.choose'))}
            />
          }
        >
          {(certificate) => (
            <div className={styles.body}>
              <p className={styles.why}>{t('certificate.why')}</p>
              <Facts of={certificate} zone={zone} />
              {may && (
                <div className={styles.buttons}>
                  {choose(t('certificate.replace'))}
                  <RemoveButton corporationId={corporationId} />
                </div>
              )}
            </div>
          )}
        </QueryPanel>
        {choosing && <CertificateDialog corporationId={corporationId} onClose={() => setChoosing(false)} />}
      </Panel>
    </div>
  );
}

function Facts({ of, zone }: { of: SigningCertificate; zone: string }) {
  const { t } = useTranslation('corporation');
  return (
    <dl className={styles.facts}>
      <dt>{t('certificate.subject')}</dt>
      <dd>
        <b>{of.subject}</b>
      </dd>
      <dt>{t('certificate.issuer')}</dt>
      <dd>{of.issuer}</dd>
      <dt>{t('certificate.valid')}</dt>
      <dd className={styles.valid}>
        <span>
          {formatTime(of.beginsAt, zone, 'full')} – {formatTime(of.endsAt, zone, 'full')}
        </span>
        <span className={styles.state} data-state={of.state}>
          {of.state !== 'none' && t(`certificate.state.${of.state}`)}
        </span>
      </dd>
      <dt>{t('certificate.key')}</dt>
      <dd>{of.algorithm}</dd>
      <dt>{t('certificate.serial')}</dt>
      <dd>{of.serial}</dd>
      <dt>SHA-256</dt>
      <dd>
        <Copyable text={of.sha256} label={t('certificate.copy')} />
      </dd>
      <dt>{t('certificate.stored')}</dt>
      <dd>
        {of.account} {formatTime(of.changedAt, zone, 'full')}
      </dd>
    </dl>
  );
}

function RemoveButton({ corporationId }: { corporationId: number }) {
  const { t } = useTranslation('corporation');
  const { modal } = App.useApp();
  const { mutateAsync, isPending } = useRemoveCertificate(corporationId);
  function ask() {
    modal.confirm({
      title: t('certificate.removeTitle'),
      content: t('certificate.removeText'),
      okText: t('certificate.remove'),
      okButtonProps: { danger: true },
      onOk: () => mutateAsync().catch(() => undefined), // the failure is announced
    });
  }
  return (
    <Button danger loading={isPending} onClick={ask}>
      {t('certificate.remove')}
    </Button>
  );
}
