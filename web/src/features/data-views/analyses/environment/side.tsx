import { useTranslation } from 'react-i18next';
import { formatNumber, withUnit } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { DataTable } from '@/ui/table/data-table';
import styles from '../../components/analysis.module.css';
import { AnalysisFacts } from '../../components/analysis-page';
import type { Readings } from '../../model/analysis';
import type { Cause } from '../../model/environment';
import { errorDecimals } from '../../model/error-decimals';
import type { PointState } from '../../model/types';
import type { Explained, Residual } from '../../queries/residual';
import { coefficientUnit } from './model';
import type { Environment } from './use-environment';

type Fact = readonly [string, string];
type Term = Residual['terms'][number];

/** useCauseName names the point of a cause, with the node of an array. */
export function useCauseName(point: Pick<PointState, 'id'>, points: readonly Pick<PointState, 'id' | 'name'>[]) {
  const { t } = useTranslation('analysis');
  return ({ pointId, field, node }: Cause) => {
    const name = points.find(({ id }) => id === pointId)?.name ?? `#${pointId}`;
    const own = pointId === point.id ? t('environment.own', { field }) : '';
    return [name, node ? t('node', { no: node }) : '', own].filter(Boolean).join(' ');
  };
}

/** useTermName names a term of the model. */
function useTermName(point: PointState, { causes, points }: Pick<Environment, 'causes' | 'points'>) {
  const { t } = useTranslation('analysis');
  const nameOf = useCauseName(point, points);
  return ({ kind, number, cosine }: Term): string => {
    const cause = kind === 'temperature' || kind === 'level' || kind === 'rain' ? causes[kind] : null;
    const at = cause ? nameOf(cause) : '';
    switch (kind) {
      case 'season':
        return t('environment.wave', { name: cosine ? 'cos' : 'sin', count: number });
      case 'level':
        return `${['', 'h', 'h²', 'h³'][number]} ${at}`;
      case 'rain':
        return t('environment.rainOver', { name: at, count: number });
      case 'temperature':
        return `T ${at}`;
      case 'logTime':
        return 'ln(1 + t)';
      case 'time':
        return 't';
      default:
        return t('environment.constant');
    }
  };
}

/** useEnvironmentFacts says what the model was fitted to, and how well it explains the readings. */
export function useEnvironmentFacts(explained: Explained | null, readings: Readings | null, zone: string): Fact[] {
  const { t } = useTranslation('analysis');
  if (!explained || !readings) return [];
  const { residual: r } = explained;
  const { unit, decimals } = readings.field;
  return [
    ['R²', formatNumber(r.r2, 3)],
    [t('environment.deviation'), withUnit(formatNumber(r.deviation, decimals + 1), unit)],
    [t('environment.beyond'), formatNumber(r.beyond, 0)],
    [t('fact.fitted'), `${formatTime(r.from, zone, 'list')} – ${formatTime(r.to, zone, 'list')}`],
    [t('fact.readings'), t('fact.readingsUsed', { count: r.readings, dropped: r.dropped })],
    ...(r.unmatched > 0 ? [[t('environment.unmatched'), formatNumber(r.unmatched, 0)] as const] : []),
    [t('environment.correlation'), formatNumber(r.correlation, 2)],
    [t('environment.independent'), formatNumber(r.independent, 0)],
    ...(r.later.readings > 0
      ? [
          [
            t('environment.heldReadings'),
            t('fact.laterInside', { count: r.later.readings, inside: r.later.inside }),
          ] as const,
        ]
      : []),
  ];
}

/** useCoefficients says the coefficients of the model as text, for files. */
export function useCoefficients(
  explained: Explained | null,
  point: PointState,
  unit: string,
  environment: Pick<Environment, 'causes' | 'points'>,
): Fact[] {
  const nameOf = useTermName(point, environment);
  return (explained?.residual.terms ?? []).map((one) => {
    const decimals = errorDecimals(one.standardError);
    const text = `${formatNumber(one.value, decimals)} ± ${formatNumber(one.standardError, decimals)}`;
    return [nameOf(one), withUnit(text, coefficientUnit(unit, one))];
  });
}

interface Props {
  explained: Explained | null;
  facts: readonly Fact[];
  point: PointState;
  unit: string;
  environment: Pick<Environment, 'causes' | 'points'>;
}

/** How well the model explains the readings, its coefficients, and what it does not say. */
export function EnvironmentSide({ explained, facts, point, unit, environment }: Props) {
  const { t } = useTranslation('analysis');
  const nameOf = useTermName(point, environment);
  const terms = explained?.residual.terms ?? [];
  const means = terms.filter(({ kind, number }) => kind === 'temperature' || (kind === 'level' && number === 1));
  return (
    <>
      {facts.length > 0 && (
        <Panel title={t('result')} fill>
          <AnalysisFacts facts={facts} />
        </Panel>
      )}
      <Panel title={t(terms.length > 0 ? 'environment.coefficients' : 'result')} fill>
        {terms.length > 0 && (
          <DataTable<Term>
            label={t('environment.coefficients')}
            rowKey={(one) => `${one.kind} ${one.number} ${one.cosine}`}
            dataSource={terms}
            columns={[
              { key: 'term', title: t('environment.term'), render: (_, one) => nameOf(one) },
              {
                key: 'value',
                title: t('environment.value'),
                align: 'right',
                render: (_, one) => formatNumber(one.value, errorDecimals(one.standardError)),
              },
              {
                key: 'error',
                title: t('environment.error'),
                align: 'right',
                render: (_, one) => formatNumber(one.standardError, errorDecimals(one.standardError)),
              },
              { key: 'unit', title: t('environment.unit'), render: (_, one) => coefficientUnit(unit, one) || '—' },
            ]}
          />
        )}
        <div className={styles.words}>
          {means.map((one) => (
            <p key={one.kind}>
              {t('environment.about', {
                name: nameOf(one),
                value: withUnit(formatNumber(one.about, one.kind === 'level' ? 3 : 1), one.unit),
              })}
            </p>
          ))}
          <p>{t('environment.method')}</p>
          <p>{t('environment.similar')}</p>
          <p>{t('environment.limits')}</p>
          <p>{t('environment.never')}</p>
        </div>
      </Panel>
    </>
  );
}
