import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AlertsNav } from '@/entities/alert/alerts-nav';
import { useCan } from '@/entities/permission/permissions';
import { useZone } from '@/entities/project/use-project';
import { formatTime } from '@/ui/format/time';
import { weekdayNames } from '@/ui/format/weekday';
import { Notice } from '@/ui/notice';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DrillDialog } from '../components/drill-dialog';
import { DrillList } from '../components/drill-list';
import { PlanDialog } from '../components/plan-dialog';
import { ProofTable } from '../components/proof-table';
import { type DrillProof, useProof } from '../drill-queries';
import styles from '../drills.module.css';
import { clock } from '../model/quiet';

/** Drills of the alert rules of a project: when they start, what they last proved, and what came of each. */
export default function DrillsPage() {
  const { t } = useTranslation('drills');
  const projectId = Number(useParams().projectId ?? 0);
  const zone = useZone(projectId);
  const query = useProof(projectId);
  const mayChange = useCan('Update:AlertRule');
  const [open, setOpen] = useState<'start' | 'plan' | null>(null);
  const close = () => setOpen(null);
  const proof = query.data;
  return (
    <div className={styles.page}>
      <Panel fill>
        <div className={styles.main}>
          <div className={styles.head}>
            <AlertsNav projectId={projectId} here="drills" />
            <span className={styles.space} />
            {mayChange && proof && (
              <>
                <Button onClick={() => setOpen('plan')}>{t('plan')}</Button>
                <Button type="primary" disabled={proof.rules.length === 0} onClick={() => setOpen('start')}>
                  {t('start')}
                </Button>
              </>
            )}
          </div>
          <QueryPanel query={query} failure={t('failed')} rows={6}>
            {(found) => (
              <>
                <Plan proof={found} zone={zone} />
                {!found.links && <Notice>{t('noLinks')}</Notice>}
                <h2 className={styles.title}>{t('proof')}</h2>
                {found.rules.length > 0 ? (
                  <ProofTable proof={found} zone={zone} />
                ) : (
                  <PanelEmpty title={t('noRules')} hint={t('noRulesHint')} />
                )}
                <h2 className={styles.title}>{t('list')}</h2>
                <DrillList projectId={projectId} zone={zone} />
              </>
            )}
          </QueryPanel>
        </div>
      </Panel>
      {proof && open === 'start' && <DrillDialog projectId={projectId} level={proof.level} onClose={close} />}
      {proof && open === 'plan' && <PlanDialog projectId={projectId} plan={proof} onClose={close} />}
    </div>
  );
}

function Plan({ proof, zone }: { proof: DrillProof; zone: string }) {
  const { t, i18n } = useTranslation('drills');
  const { weekly, weekday, minute, next, warnDays } = proof;
  return (
    <div className={styles.plan}>
      <p>{t('intro')}</p>
      <p>
        <b>{t('plan')}</b>
        {weekly
          ? t('weeklyOn', {
              weekday: weekdayNames(i18n.language)[weekday - 1],
              time: clock(minute),
              next: formatTime(next, zone, 'list'),
            })
          : t('weeklyOff')}
        {weekly && <small>{t('warnAfter', { count: warnDays })}</small>}
      </p>
    </div>
  );
}
