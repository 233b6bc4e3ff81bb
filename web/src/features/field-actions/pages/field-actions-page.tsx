import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AlertsNav } from '@/entities/alert/alerts-nav';
import { useDevicesById } from '@/entities/field-action/queries';
import { useLive } from '@/entities/live/use-live';
import { useCan } from '@/entities/permission/permissions';
import { useZone } from '@/entities/project/use-project';
import { Notice } from '@/ui/notice';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { useAddress } from '@/ui/table/use-address';
import { ActionLog } from '../components/action-log';
import { RuleDialog } from '../components/rule-dialog';
import { RuleTable } from '../components/rule-table';
import { TestDialog } from '../components/test-dialog';
import styles from '../field-actions.module.css';
import { useFieldRules } from '../queries';

/** The rules by which alerts of a project switch devices, and the ledger of what came of it. */
export default function FieldActionsPage() {
  const { t } = useTranslation('field-actions');
  const projectId = Number(useParams().projectId ?? 0);
  const zone = useZone(projectId);
  const { search, put } = useAddress();
  const query = useFieldRules(projectId);
  useLive(['alert'], () => void query.refetch(), projectId);
  const rules = query.data?.list ?? [];
  const devices = useDevicesById(
    projectId,
    rules.flatMap(({ deviceIds }) => deviceIds),
  );
  const mayCommand = useCan('Update:Device');
  const mayCreate = useCan('Create:AlertRule');
  const mayUpdate = useCan('Update:AlertRule');
  const [tested, setTested] = useState(0);
  const open = search.get('open');
  const close = () => put({ open: null });
  const edited = rules.find(({ id }) => String(id) === open);
  const testedRule = rules.find(({ id }) => id === tested);
  const add = mayCreate && mayCommand && (
    <Button type="primary" onClick={() => put({ open: 'new' })}>
      {t('add')}
    </Button>
  );
  return (
    <div className={styles.page}>
      <Panel fill>
        <div className={styles.main}>
          <div className={styles.head}>
            <AlertsNav projectId={projectId} here="fieldActions" />
            <span className={styles.space} />
            {rules.length > 0 && add}
          </div>
          {(mayCreate || mayUpdate) && !mayCommand && <Notice>{t('needsDevice')}</Notice>}
          <p className={styles.intro}>{t('intro')}</p>
          <QueryPanel
            query={query}
            failure={t('failed')}
            rows={3}
            isEmpty={({ list }) => list.length === 0}
            empty={<PanelEmpty title={t('none')} hint={t('noneHint')} action={add} />}
          >
            {({ list }) => (
              <RuleTable
                projectId={projectId}
                rules={list}
                devices={devices}
                mayCommand={mayCommand}
                onEdit={({ id }) => put({ open: String(id) })}
                onTest={({ id }) => setTested(id)}
              />
            )}
          </QueryPanel>
          <ActionLog projectId={projectId} zone={zone} rules={rules} />
        </div>
      </Panel>
      {mayCommand && open === 'new' && mayCreate && (
        <RuleDialog key="new" projectId={projectId} rule={undefined} onClose={close} />
      )}
      {mayCommand && edited && mayUpdate && (
        <RuleDialog key={edited.id} projectId={projectId} rule={edited} onClose={close} />
      )}
      {testedRule && (
        <TestDialog
          projectId={projectId}
          zone={zone}
          rule={testedRule}
          devices={devices}
          onClose={() => setTested(0)}
        />
      )}
    </div>
  );
}
