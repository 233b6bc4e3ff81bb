import { useTranslation } from 'react-i18next';
import { useAttributes, useLabel } from '@/api/catalog';
import { listText } from '@/ui/format/list';
import { formatChange, formatNumber, withUnit } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import type { Correction } from './queries';

const ranged = ({ kind }: Correction) => kind === 'withdraw' || kind === 'suspect';

/** The start of a correction, or its period. */
export const spanOf = (c: Correction, zone: string) =>
  ranged(c) && c.to && c.to !== c.from
    ? `${formatTime(c.from, zone)} – ${formatTime(c.to, zone)}`
    : formatTime(c.from, zone);

/** The systematic errors of a survey, with their units and decimals. */
export const casingTerms = {
  biasA: { unit: '', decimals: 2 },
  biasB: { unit: '', decimals: 2 },
  rotationA: { unit: '°', decimals: 3 },
  rotationB: { unit: '°', decimals: 3 },
  depth: { unit: 'mm', decimals: 1 },
  settlement: { unit: 'mm/m', decimals: 2 },
} as const;
export type CasingTermName = keyof typeof casingTerms;

const casingNames = Object.keys(casingTerms) as CasingTermName[];

/** casingUnit is the unit of an error; digit is the word for what a probe reads in. */
export const casingUnit = (name: CasingTermName, digit: string) => casingTerms[name].unit || digit;

/** casingTexts says each error with its amount. */
export function casingTexts(
  values: Readonly<Record<string, number>>,
  nameOf: (name: CasingTermName) => string,
  digit: string,
): string[] {
  return casingNames.flatMap((name) => {
    const value = values[name];
    if (value === undefined) return [];
    return [`${nameOf(name)} ${withUnit(formatChange(value, casingTerms[name].decimals), casingUnit(name, digit))}`];
  });
}

/** Says what a correction does, and to which nodes. */
export function useCorrectionText(measurement: string) {
  const { t } = useTranslation('console');
  const say = useLabel();
  const attributes = useAttributes(measurement);
  const fieldOf = (name: string) => attributes.find((one) => one.name === name);
  const nameOf = (name: string) => {
    const known = fieldOf(name);
    return known ? say(known.label) : name;
  };
  const amountOf = (name: string, amount: string) => `${nameOf(name)} ${amount} ${fieldOf(name)?.unit ?? ''}`.trim();
  const what = (c: Correction) => {
    const [first = ''] = c.fields ?? [];
    if (c.kind === 'shift') return amountOf(first, formatChange(c.amount ?? 0, fieldOf(first)?.decimals));
    if (ranged(c)) return c.fields?.length ? listText(c.fields.map(nameOf)) : t('correction.allFields');
    if (c.kind === 'amend') return t('correction.amended', { count: c.nodeValues?.length ?? 0 });
    if (c.kind === 'casing')
      return listText(casingTexts(c.values ?? {}, (name) => t(`correction.term.${name}`), t('correction.digit')));
    return listText(
      Object.entries(c.values ?? {}).map(([name, v]) => amountOf(name, formatNumber(v, fieldOf(name)?.decimals))),
    );
  };
  return (c: Correction) =>
    `${what(c)}${c.nodes?.length ? ` · ${t('correction.nodes')} ${listText(c.nodes.map(String))}` : ''}`;
}
