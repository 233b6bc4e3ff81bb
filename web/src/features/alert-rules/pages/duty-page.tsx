import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AlertsNav } from '@/entities/alert/alerts-nav';
import { useCan } from '@/entities/permission/permissions';
import { useZone } from '@/entities/project/use-project';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DutyGrid } from '../components/duty-grid';
import { DutySide } from '../components/duty-side';
import { SwapDialog } from '../components/swap-dialog';
import { TurnsDialog } from '../components/turns-dialog';
import styles from '../duty.module.css';
import { type DutyRoster, useDuty } from '../duty-queries';

/** Who is on duty in a project: now, in the next weeks, by which turns and swaps. */
export default function DutyPage() {
  const { t } = useTranslation(['duty', 'common']);
  const projectId = Number(useParams().projectId ?? 0);
  const zone = useZone(projectId);
  const query = useDuty(projectId);
  const mayChange = useCan('Update:AlertRule');
  const [open, setOpen] = useState<'turns' | 'swap' | null>(null);
  const close = () => setOpen(null);
  const roster = query.data;
  return (
    <div className={styles.page}>
      <Panel fill>
        <div className={styles.main}>
          <div className={styles.head}>
            <AlertsNav projectId={projectId} here="duty" />
          </div>
          <QueryPanel
            query={query}
            failure={t('failed')}
            rows={6}
            isEmpty={({ exists }) => !exists}
            empty={
              <PanelEmpty
                title={t('none')}
                hint={t('noneHint')}
                action={
                  mayChange && (
                    <Button type="primary" onClick={() => setOpen('turns')}>
                      {t('setUp')}
                    </Button>
                  )
                }
              />
            }
          >
            {(found) => (
              <>
                <OnDuty roster={found} zone={zone} />
                <DutyGrid roster={found} zone={zone} />
              </>
            )}
          </QueryPanel>
        </div>
      </Panel>
      {roster?.exists && (
        <DutySide
          projectId={projectId}
          roster={roster}
          zone={zone}
          onEdit={() => setOpen('turns')}
          onSwap={() => setOpen('swap')}
        />
      )}
      {roster && open === 'turns' && <TurnsDialog projectId={projectId} roster={roster} zone={zone} onClose={close} />}
      {roster && open === 'swap' && <SwapDialog projectId={projectId} roster={roster} zone={zone} onClose={close} />}
    </div>
  );
}

function OnDuty({ roster, zone }: { roster: DutyRoster; zone: string }) {
  const { t } = useTranslation('duty');
  const { accountId, until, now, spans, people } = roster;
  const nameOf = (id: number) => people.find((one) => one.accountId === id)?.name ?? '';
  const next = spans.find(({ from }) => from === until);
  const swapped = spans.some(({ from, to, swapId }) => from <= now && now < to && swapId > 0);
  if (accountId === 0) return <p className={styles.nobody}>{t('nobody')}</p>;
  return (
    <dl className={styles.now}>
      <div>
        <dt>{t('now')}</dt>
        <dd>
          {nameOf(accountId)}
          {swapped && <small>{t('bySwap')}</small>}
        </dd>
      </div>
      <div>
        <dt>{t('until')}</dt>
        <dd>{next ? formatTime(until, zone, 'list') : t('always')}</dd>
      </div>
      {next && next.accountId > 0 && (
        <div>
          <dt>{t('next')}</dt>
          <dd>{nameOf(next.accountId)}</dd>
        </div>
      )}
    </dl>
  );
}
