import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AlertsNav } from '@/entities/alert/alerts-nav';
import { Notice } from '@/ui/notice';
import { Panel } from '@/ui/panel';
import { useAddress } from '@/ui/table/use-address';
import { ContingencyPlan } from '../components/contingency-plan';
import { GradingList } from '../components/grading-list';
import { PlanCards } from '../components/plan-cards';
import { WarningTable } from '../components/warning-table';
import styles from '../gradings.module.css';
import { useGradings } from '../queries';

const views = ['warnings', 'gradings', 'plans', 'contingency'] as const;
type View = (typeof views)[number];

/** Graded early warning of a project: the warnings, what judges them, and what people do then. */
export default function GradingsPage() {
  const { t } = useTranslation(['gradings', 'alerts']);
  const projectId = Number(useParams().projectId ?? 0);
  const { search, put } = useAddress();
  const active = useGradings(projectId).data?.active;
  const view = views.find((one) => one === search.get('view')) ?? 'warnings';
  return (
    <div className={styles.page}>
      <Panel fill>
        <div className={styles.column}>
          <div className={styles.head}>
            <AlertsNav projectId={projectId} here="gradings" />
            <span className={styles.space} />
            <Segmented<View>
              value={view}
              aria-label={t('title')}
              options={views.map((value) => ({ value, label: t(`view.${value}`) }))}
              onChange={(to) => put({ view: to === 'warnings' ? null : to, open: null, grade: null })}
            />
          </div>
          <div className={styles.scroll}>
            {active === false && (
              <div className={styles.off}>
                <Notice>{t('off')}</Notice>
              </div>
            )}
            {view === 'warnings' && <WarningTable projectId={projectId} />}
            {view === 'gradings' && <GradingList projectId={projectId} />}
            {view === 'plans' && <PlanCards projectId={projectId} />}
            {view === 'contingency' && <ContingencyPlan projectId={projectId} />}
          </div>
        </div>
      </Panel>
    </div>
  );
}
