import type { TFunction } from 'i18next';
import { formatChange, formatNumber, withUnit } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import type { AnalysisState } from '../../model/analysis';
import { errorDecimals } from '../../model/error-decimals';
import type { Difference, Movement, Relation } from '../../queries/relations';
import { distortionDecimals } from './apart';
import { unitOf } from './moving';
import { hoursText } from './texts';

export type Fact = readonly [string, string];
type Words = TFunction<'analysis'>;

/** A number with its standard error, with the decimals that the error has. */
function withError(value: number, error: number, unit: string): string {
  const decimals = errorDecimals(error);
  return withUnit(`${formatNumber(value, decimals)} ± ${formatNumber(error, decimals)}`, unit);
}

const between = (low: number, high: number, decimals: number, unit: string): string =>
  withUnit(`${formatNumber(low, decimals)} – ${formatNumber(high, decimals)}`, unit);

const span = ({ from, to }: { from: number; to: number }, zone: string): string =>
  `${formatTime(from, zone, 'list')} – ${formatTime(to, zone, 'list')}`;

/** How the readings were paired. */
function pairFacts(found: Relation | Difference, zone: string, t: Words): Fact[] {
  return [
    [t('relations.paired'), span(found, zone)],
    [
      t('relations.pairs'),
      t('relations.pairsUsed', { count: found.pairs, unpaired: found.unpaired, dropped: found.dropped }),
    ],
    [t('relations.tolerance'), hoursText(found.tolerance / 3_600_000, t)],
    ...(found.reduced ? [[t('relations.shown'), t('relations.shownOf', { count: found.rows.length })] as const] : []),
  ];
}

/** scatterFacts says what line was found, how sure it is, and from which readings. */
export function scatterFacts(
  found: Relation,
  { within }: Pick<AnalysisState, 'within'>,
  zone: string,
  t: Words,
): Fact[] {
  const { unit, otherUnit, search } = found;
  const perOther = otherUnit ? `${unit || '1'}/${otherUnit}` : unit;
  const decimals = errorDecimals(found.slopeError);
  const best = search?.lags.find(({ lag }) => lag === found.lag);
  return [
    [t('fact.equation'), 'y = a + b·x'],
    ['b', withError(found.slope, found.slopeError, perOther)],
    [t('relations.slopeInterval', { percent: 90 }), between(found.slopeLow, found.slopeHigh, decimals, perOther)],
    ['a', withError(found.intercept, found.interceptError, unit)],
    ['R²', formatNumber(found.r2, 3)],
    ['r', formatNumber(found.r, 3)],
    [t('fact.residual'), withUnit(formatNumber(found.deviation, found.decimals + 1), unit)],
    [t('relations.lag'), hoursText(found.lag, t)],
    ...(search && best
      ? [
          [
            t('relations.searched'),
            t('relations.searchedBy', { text: hoursText(within, t), step: hoursText(search.step / 3_600_000, t) }),
          ] as const,
          [t('relations.correlation'), formatNumber(best.r, 3)] as const,
          [t('relations.unrelated', { percent: 90 }), `±${formatNumber(search.limit, 3)}`] as const,
        ]
      : []),
    ...pairFacts(found, zone, t),
    [t('environment.correlation'), formatNumber(found.correlation, 2)],
    [t('relations.independent'), formatNumber(found.independent, 0)],
  ];
}

/** apartFacts says how far apart both points are, and how that changes. */
export function apartFacts(
  found: Difference,
  { distance }: Pick<AnalysisState, 'distance'>,
  zone: string,
  t: Words,
): Fact[] {
  const { unit, decimals, last, least, largest } = found;
  const fine = distance ? distortionDecimals(found, distance) : 0;
  const rate = errorDecimals(found.rateError);
  const perDay = unit ? `${unit}/d` : '1/d';
  const at = (time: number, value: number) =>
    `${withUnit(formatChange(value, decimals), unit)} (${formatTime(time, zone, 'list')})`;
  return [
    [t('relations.lastApart'), at(last.time, last.difference)],
    ...(distance
      ? [
          [t('relations.distortion'), withUnit(formatChange(last.distortion, fine), '‰')] as const,
          [
            t('relations.distance'),
            withUnit(formatNumber(distance, String(distance).split('.')[1]?.length ?? 0), 'm'),
          ] as const,
        ]
      : []),
    [t('relations.least'), at(least.time, least.difference)],
    [t('relations.largest'), at(largest.time, largest.difference)],
    [t('relations.trendRate'), withError(found.rate, found.rateError, perDay)],
    [t('relations.rateInterval', { percent: 90 }), between(found.rateLow, found.rateHigh, rate, perDay)],
    [t('relations.apartScatter'), withUnit(formatNumber(found.scatter, decimals + 1), unit)],
    ...pairFacts(found, zone, t),
  ];
}

/** movingFacts says how fast the point moves, whether it accelerates, and what the tangent angle is. */
export function movingFacts(found: Movement, { over }: Pick<AnalysisState, 'over'>, zone: string, t: Words): Fact[] {
  const { last, fastest, creep, unit, decimals } = found;
  const [rate, acceleration] = [unitOf('rate', found), unitOf('acceleration', found)];
  const held = (low: number | null, high: number | null, of: { decimals: number; unit: string }) =>
    low === null || high === null ? '' : between(low, high, of.decimals, of.unit);
  return [
    [t('relations.over'), over === 0 ? t('relations.adjacent') : hoursText(over, t)],
    ...(last
      ? [
          [t('relations.at'), formatTime(last.time, zone, 'list')] as const,
          [t('relations.rate'), withUnit(formatChange(last.rate, rate.decimals), rate.unit)] as const,
          [t('relations.rateInterval', { percent: 90 }), held(last.rateLow, last.rateHigh, rate)] as const,
          [
            t('relations.acceleration'),
            withUnit(formatChange(last.acceleration, acceleration.decimals), acceleration.unit),
          ] as const,
          [
            t('relations.accelerationInterval', { percent: 90 }),
            held(last.accelerationLow, last.accelerationHigh, acceleration),
          ] as const,
        ]
      : []),
    ...(last && last.angle !== null
      ? [
          [t('relations.angle'), withUnit(formatNumber(last.angle, 1), '°')] as const,
          [
            t('relations.angleInterval', { percent: 90 }),
            held(last.angleLow, last.angleHigh, { decimals: 1, unit: '°' }),
          ] as const,
        ]
      : []),
    ...(creep?.stage ? [[t('relations.stageName'), t(`relations.stage.${creep.stage}`)] as const] : []),
    ...(fastest
      ? [
          [
            t('relations.fastest'),
            `${withUnit(formatChange(fastest.rate, rate.decimals), rate.unit)} (${formatTime(fastest.time, zone, 'list')})`,
          ] as const,
        ]
      : []),
    ...(creep
      ? [
          [t('relations.creep'), span(creep, zone)] as const,
          [t('relations.creepRate'), withError(creep.rate, creep.rateError, rate.unit)] as const,
          [t('relations.creepReadings'), formatNumber(creep.readings, 0)] as const,
        ]
      : []),
    [t('relations.scatterOf'), withUnit(formatNumber(found.scatter, decimals + 1), unit)],
    [t('relations.span'), span(found, zone)],
    [t('relations.readings'), t('fact.readingsUsed', { count: found.readings, dropped: found.dropped })],
    ...(found.without > 0 ? [[t('relations.without'), formatNumber(found.without, 0)] as const] : []),
    ...(found.reduced
      ? [
          [
            t('relations.shown'),
            t(over ? 'relations.shownAt' : 'relations.shownOf', { count: found.rows.length }),
          ] as const,
        ]
      : []),
  ];
}
