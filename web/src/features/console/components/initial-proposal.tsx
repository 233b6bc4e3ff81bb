import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Initial } from '@/entities/configuration/editors/initial-editor';
import { FormedInitial } from '@/entities/configuration/formed-initial';
import { type PointOwner, useProposal, useRecordVersion } from '@/entities/configuration/queries';
import { Refusal } from '@/entities/configuration/refusal';
import { announce } from '@/ui/messages';
import { QueryPanel } from '@/ui/states';
import styles from './initial-proposal.module.css';

interface Props {
  owner: PointOwner;
  proposed: Initial;
  zone: string;
  /** Whether the point needs a formula first. */
  formulaMissing: boolean;
}

/** Proposes the initial value of a point without one, in numbers; one click accepts it. */
export function InitialProposal({ owner, proposed, zone, formulaMissing }: Props) {
  const { t } = useTranslation('console');
  return (
    <section className={styles.proposal} aria-label={t('initial.proposed')}>
      <h3>{t('initial.proposed')}</h3>
      {formulaMissing ? (
        <p>
          {t('initial.formulaFirst')} <Link to="?tab=formula">{t('nextStep.formula')}</Link>
        </p>
      ) : (
        <Proposed owner={owner} proposed={proposed} zone={zone} />
      )}
      <p className={styles.why}>{t('initial.why')}</p>
    </section>
  );
}

function Proposed({ owner, proposed, zone }: Omit<Props, 'formulaMissing'>) {
  const { t } = useTranslation('console');
  const query = useProposal(owner, 'initial', { ...proposed });
  const record = useRecordVersion(owner);
  const take = () =>
    record.mutate(
      { aspect: 'initial', validFrom: 0, value: { ...proposed }, note: '', replacing: 0 },
      { onSuccess: () => announce('success', t('version.saved', { no: 1 })) },
    );
  return (
    <QueryPanel query={query} rows={1}>
      {({ initials, alertsOpened }) => (
        <>
          <Refusal error={record.error} />
          <div className={styles.row}>
            <div className={styles.value}>
              {initials[0] ? (
                <FormedInitial initial={initials[0]} zone={zone} />
              ) : (
                <span>{t('initial.waits', { count: 0, missing: proposed.count ?? 3 })}</span>
              )}
            </div>
            <Button type="primary" loading={record.isPending} onClick={take}>
              {t('initial.take')}
            </Button>
          </div>
          {alertsOpened > 0 && <p className={styles.alerts}>{t('initial.opens', { count: alertsOpened })}</p>}
        </>
      )}
    </QueryPanel>
  );
}
