import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { PanelEmpty } from '@/ui/states';
import { AnalysisPage } from '../../components/analysis-page';
import { AnalysisStage } from '../../components/analysis-stage';
import { useStage } from '../../components/chart-stage';
import { EstimateBelow } from '../../components/estimate-below';
import { useAnalysisState } from '../../model/analysis';
import type { AnalysisProps } from '../../model/analysis-view';
import { quantities } from '../../model/relations';
import { useAnalyzed } from '../../queries/analyzed';
import { RelationsControls } from './controls';
import { RelationsNotes } from './refused';
import { RelationsSide } from './side';
import { useOther } from './use-other';
import { useRelated } from './use-relations';

/** Relates the readings of a point to those of another one, subtracts them, or computes how fast they move. */
export default function RelationsView({ zone, point, initial }: AnalysisProps) {
  const { t } = useTranslation('analysis');
  const [state, change] = useAnalysisState(point.id, initial);
  const stage = useStage();
  const context = useChartContext(zone);
  const analyzed = useAnalyzed(point, state, stage.every);
  const { readings, empty } = analyzed;
  const other = useOther(point, state, readings);
  const related = useRelated({ point, state, analyzed, other, context, every: stage.every });
  const { relate, quantity, within } = state;
  const { chart, below, table, facts, fit } = related;
  const moves = relate === 'movement';
  const alone = !moves && other.missing;
  const refused = fit.error !== null || fit.tooFew !== null || other.unlike;
  const title = t(`relations.${relate}`);
  const second = moves
    ? t(`relations.${quantity}`)
    : relate === 'difference'
      ? t('relations.both')
      : t(within > 0 ? 'relations.correlation' : 'relations.rest');
  const nothing = alone ? (
    <PanelEmpty title={t('relations.noOther')} hint={t('relations.chooseOther')} />
  ) : (
    refused && !moves && <PanelEmpty title={t('relations.none')} hint={t('relations.change')} />
  );
  const hides = empty || alone || refused;
  return (
    <AnalysisPage
      below={
        !hides && (
          <EstimateBelow
            {...{ point, chart: below, context, facts }}
            title={second}
            empty={false}
            nothing={
              moves &&
              facts.length > 0 &&
              !below && (
                <PanelEmpty
                  title={t('relations.noQuantity', { name: t(`relations.${quantity}`) })}
                  hint={t(quantity === 'angle' ? 'relations.needsCreep' : 'relations.needsWindow')}
                />
              )
            }
            {...(moves && { onPart: ({ from, to }) => change({ creep: [from, to] }) })}
          >
            {moves && (
              <Segmented
                size="small"
                aria-label={t('relations.quantity')}
                value={quantity}
                options={quantities.map((value) => ({ value, label: t(`relations.${value}`) }))}
                onChange={(value) => change({ quantity: value })}
              />
            )}
          </EstimateBelow>
        )
      }
      side={<RelationsSide {...{ facts, relate }} />}
    >
      <AnalysisStage
        {...{ zone, point, context, state, change, stage, analyzed, title, chart, table, facts }}
        method="relations"
        busy={fit.isFetching}
        controls={<RelationsControls {...{ zone, point, state, change, analyzed, other }} />}
        notes={!empty && <RelationsNotes {...{ related, state, change }} />}
        nothing={nothing}
        {...(moves && { onPart: ({ from, to }) => change({ creep: [from, to] }) })}
      />
    </AnalysisPage>
  );
}
