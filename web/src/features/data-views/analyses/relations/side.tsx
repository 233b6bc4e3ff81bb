import { useTranslation } from 'react-i18next';
import { Panel } from '@/ui/panel';
import styles from '../../components/analysis.module.css';
import { AnalysisFacts } from '../../components/analysis-page';
import type { Relate } from '../../model/relations';
import type { Fact } from './facts';

/** What each way of relating readings does, from what, and what it does not say. */
const about = {
  scatter: ['pairing', 'scatterMethod', 'lagMethod', 'similar', 'cause'],
  difference: ['pairing', 'differenceMethod', 'distanceMethod', 'rateMethod'],
  movement: ['rateWindow', 'angleMethod', 'criteria', 'stageLimits'],
} as const satisfies Record<Relate, readonly string[]>;

export function RelationsSide({ facts, relate }: { facts: readonly Fact[]; relate: Relate }) {
  const { t } = useTranslation('analysis');
  return (
    <Panel title={t('result')} fill>
      {facts.length > 0 && <AnalysisFacts facts={facts} />}
      <div className={styles.words}>
        {about[relate].map((one) => (
          <p key={one}>{t(`relations.about.${one}`)}</p>
        ))}
        <p>{t('relations.about.never')}</p>
      </div>
    </Panel>
  );
}
