import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TwinTable } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { formatNumber, withUnit } from '@/ui/format/number';
import type { AnalysisChart } from '../../components/estimate-view';
import type { AnalysisState } from '../../model/analysis';
import { useTypeWord } from '../../model/type-word';
import type { PointState } from '../../model/types';
import type { Analyzed } from '../../queries/analyzed';
import { type Fitting, useDifference, useMovement, useRelation } from '../../queries/relations';
import { apartChart, apartTable, bothChart } from './apart';
import { apartFacts, type Fact, movingFacts, scatterFacts } from './facts';
import { movedChart, movingTable, quantityChart, rateUnit } from './moving';
import { lagChart, restChart, scatterChart } from './scatter';
import type { Other } from './use-other';

/** What the page shows of a relation. */
export interface Related {
  chart: AnalysisChart | null;
  below: AnalysisChart | null;
  /** The numbers of the chart, where they are more than it draws. */
  table: TwinTable | null;
  facts: Fact[];
  fit: Fitting;
  /** What to mind about it, as texts. */
  notes: string[];
}

interface Params {
  point: PointState;
  state: AnalysisState;
  analyzed: Analyzed;
  other: Other;
  context: ChartContext;
  every: number;
}

/** Names of the readings and of the other ones, with their value types. */
function useNames({ point, analyzed: { readings }, other }: Params) {
  const { t } = useTranslation('analysis');
  const typeWord = useTypeWord();
  const { compared, from, field } = other;
  const node = (no: number) => (no ? t('node', { no }) : '');
  const named = (parts: (string | undefined)[]) => parts.filter(Boolean).join('·');
  return {
    value: readings
      ? named([`${point.name} ${readings.field.label}`, node(readings.node), typeWord(readings.valueType)])
      : '',
    other:
      compared && from && field
        ? named([`${from.name} ${field.label}`, node(compared.node), typeWord(compared.valueType)])
        : '',
  };
}

function useScatter(params: Params): Related {
  const { t } = useTranslation('analysis');
  const { point, state, analyzed, other, context, every } = params;
  const asked = state.relate === 'scatter' ? other.compared : null;
  const { found, ...fit } = useRelation({ pointId: point.id, analyzed, state, every }, asked);
  const { value, other: second } = useNames(params);
  const charts = useMemo(() => {
    if (!found) return { chart: null, below: null };
    const words = {
      ...{ value, other: second, line: t('relations.line'), band: t('band', { percent: 90 }) },
      ...{ rest: t('relations.rest'), correlation: t('relations.correlation'), lag: t('relations.lag') },
      found: `${formatNumber(found.lag, Number.isInteger(found.lag) ? 0 : 2)} h`,
      unrelated: t('relations.unrelated', { percent: 90 }),
    };
    return { chart: scatterChart(found, words), below: lagChart(found, words) ?? restChart(found, words) };
  }, [found, value, second, t]);
  const { search } = found ?? {};
  const best = search?.lags.find(({ lag }) => lag === found?.lag);
  return {
    ...{ ...charts, fit, table: null },
    facts: found ? scatterFacts(found, state, context.zone, t) : [],
    notes: [
      search?.atEnd ? t('relations.atEnd') : '',
      search && best && Math.abs(best.r) < search.limit ? t('relations.weak') : '',
      best && found && best.r * found.r < 0 ? t('relations.opposite') : '',
      found && found.slopeLow < 0 && found.slopeHigh > 0 ? t('relations.flat') : '',
      found && found.independent < 8 ? t('relations.dependent') : '',
    ].filter(Boolean),
  };
}

function useApart(params: Params): Related {
  const { t } = useTranslation(['analysis', 'data-views']);
  const { point, state, analyzed, other, context, every } = params;
  const asked = state.relate === 'difference' && !other.unlike ? other.compared : null;
  const { found, ...fit } = useDifference({ pointId: point.id, analyzed, state, every }, asked);
  const { value, other: second } = useNames(params);
  const { distance } = state;
  const { readings, answer, series } = analyzed;
  const { words } = context;
  const shown = useMemo(() => {
    if (!found || !answer) return { chart: null, below: null, table: null };
    const texts = {
      ...{ value, other: second, difference: t('relations.apart'), distortion: t('relations.distortion') },
      ...{ trend: t('relations.trend'), time: t('data-views:column.time'), field: readings?.field.label ?? '' },
    };
    const range = [answer.start, answer.end] as const;
    const gaps = series?.gaps ?? [];
    return {
      chart: apartChart(found, distance, range, gaps, texts),
      below: bothChart(found, range, gaps, texts),
      table: apartTable(found, distance, words, texts),
    };
  }, [found, readings, answer, series, distance, value, second, words, t]);
  return {
    ...{ ...shown, fit },
    facts: found ? apartFacts(found, state, context.zone, t) : [],
    notes: other.unlike ? [t('relations.unlike', { name: other.from?.name ?? '' })] : [],
  };
}

function useMoving(params: Params): Related {
  const { t } = useTranslation(['analysis', 'data-views']);
  const { point, state, analyzed, context, every } = params;
  const asks = state.relate === 'movement';
  const { found, ...fit } = useMovement({ pointId: point.id, analyzed, state, every }, asks);
  const { value } = useNames(params);
  const { quantity } = state;
  const { readings, answer, series } = analyzed;
  const { words } = context;
  const shown = useMemo(() => {
    if (!asks || !readings) return { chart: null, below: null, table: null };
    const { unit, decimals } = readings.field;
    const speed = found?.creep ? withUnit(formatNumber(found.creep.rate, decimals + 1), rateUnit(unit)) : '';
    const texts = {
      ...{ measured: t('measured'), creep: t('relations.creepLine'), value, time: t('data-views:column.time') },
      ...{ creepFrom: t('relations.creepBegins'), creepTo: t('relations.creepEnds') },
      ...{ band: t('band', { percent: 90 }), uniformRate: `${t('relations.creep')} ${speed}` },
      ...{ rate: t('relations.rate'), acceleration: t('relations.acceleration'), angle: t('relations.angle') },
      criterion: {
        uniform: `45° ${t('relations.stage.uniform')}`,
        medium: `80° ${t('relations.stage.medium')}`,
        near: `85° ${t('relations.stage.near')}`,
      },
    };
    return {
      chart: movedChart({ answer, series }, found, { name: value, unit, decimals }, texts),
      below: found && answer ? quantityChart(found, quantity, [answer.start, answer.end], texts) : null,
      table: found && movingTable(found, words, texts),
    };
  }, [asks, found, readings, answer, series, quantity, value, words, t]);
  return {
    ...{ ...shown, fit },
    facts: found ? movingFacts(found, state, context.zone, t) : [],
    notes: found?.creep && !found.creep.determined ? [t('relations.undetermined')] : [],
  };
}

/** useRelated computes what the page shows; the others are not asked for. */
export function useRelated(params: Params): Related {
  const scatter = useScatter(params);
  const difference = useApart(params);
  const movement = useMoving(params);
  return { scatter, difference, movement }[params.state.relate];
}
