import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { casingTexts } from '@/entities/correction/correction-text';
import { listText } from '@/ui/format/list';
import { formatChange, withUnit } from '@/ui/format/number';
import { rangeText } from '@/ui/format/range';
import styles from './explain-panel.module.css';
import { Exact, Figure, Line, VersionLine } from './explain-parts';
import type { Explanation } from './types';

/** An array sends dozens of numbers: they are collapsed, not omitted. */
const fewRaw = 4;
const fewSteps = 8;

/** One step from the reading to the result. */
export interface ExplainStep {
  title: ReactNode;
  value: ReactNode;
  body: ReactNode;
}

interface Words {
  t: TFunction<readonly ['explain', 'common', 'charts', 'console']>;
  time: (ms: number) => string;
}

type Raw = Explanation['raw'][number];
type Step = Explanation['steps'][number];
type Correction = Explanation['corrections'][number];

/** The steps from the raw reading to the value: entry or readings, settings, formula, initial value and corrections. */
export function explainSteps(e: Explanation, changes: boolean, words: Words): ExplainStep[] {
  // A value typed by hand comes from its entries; they are not corrections.
  const entries = e.flags.includes('manual') ? e.corrections.filter((c) => c.kind === 'replace') : [];
  const corrections = e.corrections.filter((c) => !entries.includes(c));
  const entry = entries.at(-1);
  return [
    ...(entry ? [entered(e, entry, words)] : []),
    ...(e.raw.length > fewRaw ? [manyRaw(e, words)] : e.raw.map((raw) => oneRaw(e, raw, words))),
    ...settings(e, words),
    ...formula(e, words),
    ...(changes ? [initial(e, words)] : []),
    ...(changes || corrections.some(({ values }) => values) ? [corrected(e, corrections, words)] : []),
  ];
}

function entered(e: Explanation, entry: Correction, { t, time }: Words): ExplainStep {
  return {
    title: t('entered'),
    value: <Figure value={e.observed} unit={e.unit} decimals={e.decimals} />,
    body: (
      <>
        <Line name={t('enteredAt')}>{time(entry.recorded)}</Line>
        {entry.note && <Line name={t('entryNote')}>{entry.note}</Line>}
      </>
    ),
  };
}

function manyRaw(e: Explanation, { t, time }: Words): ExplainStep {
  return {
    title: t('raw'),
    value: e.raw.length,
    body: (
      <>
        <Line name={t('source')}>{listText([...new Set(e.raw.map((raw) => raw.device))])}</Line>
        <Line name={t('receivedAt')}>{time(Math.max(...e.raw.map((raw) => raw.received)))}</Line>
        <details className={styles.quiet}>
          <summary>{t('allRaw')}</summary>
          {e.raw.map((raw) => (
            <Line
              key={`${raw.label}:${raw.node}:${raw.channel}:${raw.time}`}
              name={`${raw.node > 0 ? `${raw.node}·` : ''}${raw.label}`}
            >
              <Exact value={raw.value} unit={raw.unit} />
            </Line>
          ))}
        </details>
      </>
    ),
  };
}

function oneRaw(e: Explanation, raw: Raw, { t, time }: Words): ExplainStep {
  return {
    title: `${t('raw')}·${raw.label}`,
    value: (
      <b>
        <Exact value={raw.value} unit={raw.unit} />
      </b>
    ),
    body: (
      <>
        <Line name={t('source')}>
          {raw.channel > 0 ? t('channel', { device: raw.device, no: raw.channel }) : raw.device}
        </Line>
        {raw.time !== e.time && <Line name={t('measuredAt')}>{time(raw.time)}</Line>}
        {rangeText(raw) && <Line name={t('range')}>{rangeText(raw)}</Line>}
        <Line name={t('receivedAt')}>{time(raw.received)}</Line>
        {raw.revisions.map((revision) => (
          <Line key={revision.received} name={t('revision', { time: time(revision.received) })}>
            <s>
              <Exact value={revision.value} unit={raw.unit} />
            </s>
          </Line>
        ))}
      </>
    ),
  };
}

function settings(e: Explanation, { t, time }: Words): ExplainStep[] {
  const used = e.versions.filter((v) => v.aspect !== 'initial' && v.aspect !== 'thresholds');
  if (used.length === 0) return [];
  return [
    {
      title: t('settings'),
      value: null,
      body: used.map((v) => <VersionLine key={`${v.owner}${v.id}`} version={v} time={time} />),
    },
  ];
}

function Code({ step }: { step: Step }) {
  return (
    <div className={styles.code}>
      {step.formula}
      {step.inputs.length > 0 && (
        <>
          <br />
          {step.inputs.map((input, i) => (
            <span key={input.name} className={styles.input}>
              {`${i > 0 ? '·' : ''}${input.name} `}
              <Exact value={input.value} unit={input.unit ?? ''} />
            </span>
          ))}
        </>
      )}
    </div>
  );
}

function formula(e: Explanation, { t }: Words): ExplainStep[] {
  const folded = e.steps.length > fewSteps ? e.steps.slice(0, -2) : [];
  const shown = e.steps.slice(folded.length).map((step) => ({
    title: step.label,
    value: <Figure value={step.value} unit={step.unit} decimals={step.decimals} />,
    body: <Code step={step} />,
  }));
  if (folded.length === 0) return shown;
  const all = (
    <details className={styles.quiet}>
      <summary>{t('allSteps')}</summary>
      {folded.map((step, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps have an order and no other identity
        <div key={i}>
          <Line name={step.label}>
            <Figure value={step.value} unit={step.unit} decimals={step.decimals} />
          </Line>
          <Code step={step} />
        </div>
      ))}
    </details>
  );
  return [{ title: t('partSteps'), value: folded.length, body: all }, ...shown];
}

/** Formulas of stations and bearings include their starting values: their result is already a change. */
const startsInFormula = ({ steps }: Explanation) =>
  steps.some(({ inputs }) => inputs.some(({ name }) => /_?init$/i.test(name)));

function initial(e: Explanation, { t, time }: Words): ExplainStep {
  const inFormula = e.initial === null && startsInFormula(e);
  return {
    title: t('initial'),
    value: inFormula ? null : <Figure value={e.initial} unit={e.unit} decimals={e.decimals} />,
    body:
      e.initialFrom !== null && e.initial !== null ? (
        <span className={styles.quiet}>{t('validFrom', { time: time(e.initialFrom) })}</span>
      ) : (
        <span className={styles.quiet}>{t(inFormula ? 'initialInFormula' : 'noInitial')}</span>
      ),
  };
}

function corrected(e: Explanation, corrections: readonly Correction[], { t, time }: Words): ExplainStep {
  const amountText = (c: Correction) => {
    if (c.values) {
      return listText(
        casingTexts(c.values, (name) => t(`console:correction.term.${name}`), t('console:correction.digit')),
      );
    }
    return c.amount === null ? c.note : withUnit(formatChange(c.amount, e.decimals), e.unit);
  };
  return {
    title: t('corrections', { count: corrections.length }),
    value: null,
    body:
      corrections.length === 0 ? (
        <span className={styles.quiet}>{t('noCorrections')}</span>
      ) : (
        corrections.map((c) => (
          <Line
            key={c.id}
            name={`${time(c.from).slice(5, 16)} ${t(`kind.${c.kind as 'shift'}`, { defaultValue: c.kind })}`}
          >
            {amountText(c)}
          </Line>
        ))
      ),
  };
}
