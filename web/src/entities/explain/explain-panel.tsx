import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelTag } from '@/entities/alert/level-tag';
import { useChartWords } from '@/entities/chart/use-chart-context';
import { listText } from '@/ui/format/list';
import { formatChange, formatNumber, notAvailable, unitBehind, withUnit } from '@/ui/format/number';
import { rangeText } from '@/ui/format/range';
import { formatTime } from '@/ui/format/time';
import { asLevel } from '@/ui/theme/tokens';
import styles from './explain-panel.module.css';
import { useReasonText } from './reason-text';
import type { Explanation, UsedVersion } from './types';
import { verdictText } from './verdict-text';

/** An array sends dozens of numbers: they are folded away, none is left out. */
const fewRaw = 4;
const fewSteps = 8;

interface Props {
  explanation: Explanation;
  /** Which value of the point the person asked about. */
  valueType: 'observed' | 'accumulated' | 'change' | 'rate';
  zone: string;
  /** What keeps the level of the point where the value alone would not. */
  note?: string;
}

/** Where a number comes from: raw reading, coefficients, formula, initial value, corrections, result, verdict. */
export function ExplainPanel({ explanation: e, valueType, zone, note }: Props) {
  const { t } = useTranslation(['explain', 'common', 'charts']);
  const tellReason = useReasonText();
  const flagWord = useChartWords(zone).flag;
  const time = (ms: number) => formatTime(ms, zone);
  const unit = valueType === 'rate' && e.unit !== '' ? `${e.unit}/d` : e.unit;
  const result = e[valueType];
  const signed = valueType !== 'observed';
  const text = signed ? formatChange(result, e.decimals) : formatNumber(result, e.decimals);
  const verdict = e.verdicts
    .filter((v) => v.threshold.valueType === valueType && v.limit !== null)
    .toSorted((a, b) => b.level - a.level)[0];
  const words = verdict ? verdictText(verdict, e.decimals, unit) : null;
  const outside = e.raw
    .filter(({ value, min, max }) => value !== null && ((min !== null && value < min) || (max !== null && value > max)))
    .map((raw) => `${raw.label} ${rangeText(raw)}`)
    .join(', ');
  const withdrawn = e.flags.filter((f) => f !== 'timeFixed' && f !== 'manual');
  // The entries of a value typed by hand are its origin, not corrections.
  const entries = e.flags.includes('manual') ? e.corrections.filter((c) => c.kind === 'replace') : [];
  const corrections = e.corrections.filter((c) => !entries.includes(c));
  const steps: { title: ReactNode; value: ReactNode; body: ReactNode }[] = [];
  const rawLine = (raw: Explanation['raw'][number]) => (
    <Line
      key={`${raw.label}:${raw.node}:${raw.channel}:${raw.time}`}
      name={`${raw.node > 0 ? `${raw.node}·` : ''}${raw.label}`}
    >
      <Exact value={raw.value} unit={raw.unit} />
    </Line>
  );
  const manyRaw = () => ({
    title: t('raw'),
    value: e.raw.length,
    body: (
      <>
        <Line name={t('source')}>{listText([...new Set(e.raw.map((raw) => raw.device))])}</Line>
        <Line name={t('receivedAt')}>{time(Math.max(...e.raw.map((raw) => raw.received)))}</Line>
        <details className={styles.quiet}>
          <summary>{t('allRaw')}</summary>
          {e.raw.map(rawLine)}
        </details>
      </>
    ),
  });

  const entry = entries.at(-1);
  if (entry) {
    steps.push({
      title: t('entered'),
      value: <Figure value={e.observed} unit={e.unit} decimals={e.decimals} />,
      body: (
        <>
          <Line name={t('enteredAt')}>{time(entry.recorded)}</Line>
          {entry.note && <Line name={t('entryNote')}>{entry.note}</Line>}
        </>
      ),
    });
  }
  if (e.raw.length > fewRaw) steps.push(manyRaw());
  else
    e.raw.forEach((raw) => {
      steps.push({
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
      });
    });
  const settings = e.versions.filter((v) => v.aspect !== 'initial' && v.aspect !== 'thresholds');
  if (settings.length > 0) {
    steps.push({
      title: t('settings'),
      value: null,
      body: settings.map((v) => <VersionLine key={`${v.owner}${v.id}`} version={v} time={time} />),
    });
  }
  const code = (step: Explanation['steps'][number]) => (
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
  const folded = e.steps.length > fewSteps ? e.steps.slice(0, -2) : [];
  if (folded.length > 0) {
    steps.push({
      title: t('partSteps'),
      value: folded.length,
      body: (
        <details className={styles.quiet}>
          <summary>{t('allSteps')}</summary>
          {folded.map((step, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps have an order and no other identity
            <div key={i}>
              <Line name={step.label}>
                <Figure value={step.value} unit={step.unit} decimals={step.decimals} />
              </Line>
              {code(step)}
            </div>
          ))}
        </details>
      ),
    });
  }
  e.steps.slice(folded.length).forEach((step) => {
    steps.push({
      title: step.label,
      value: <Figure value={step.value} unit={step.unit} decimals={step.decimals} />,
      body: code(step),
    });
  });
  if (valueType !== 'observed') {
    const inFormula = e.initial === null && startsInFormula(e);
    steps.push({
      title: t('initial'),
      value: inFormula ? null : <Figure value={e.initial} unit={e.unit} decimals={e.decimals} />,
      body:
        e.initialFrom !== null && e.initial !== null ? (
          <span className={styles.quiet}>{t('validFrom', { time: time(e.initialFrom) })}</span>
        ) : (
          <span className={styles.quiet}>{t(inFormula ? 'initialInFormula' : 'noInitial')}</span>
        ),
    });
    steps.push({
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
              {c.amount === null ? c.note : withUnit(formatChange(c.amount, e.decimals), e.unit)}
            </Line>
          ))
        ),
    });
  }

  return (
    <ol className={styles.steps} aria-label={t('title')}>
      {steps.map((step, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps have an order and no other identity
        <li className={styles.step} key={i}>
          <span className={styles.no} aria-hidden="true">
            {i + 1}
          </span>
          <div className={styles.head}>
            <span>{step.title}</span>
            <span>{step.value}</span>
          </div>
          {step.body}
        </li>
      ))}
      <li className={styles.step}>
        <span className={styles.no} aria-hidden="true">
          {steps.length + 1}
        </span>
        <div className={styles.head}>
          <span>{`${t('result')}·${t(`common:valueType.${valueType}`)}`}</span>
        </div>
        <div className={styles.result}>
          <div className={styles.value}>
            <span>
              {text}
              {text !== notAvailable && <span className={styles.unit}>{unitBehind(unit)}</span>}
            </span>
            {verdict && <LevelTag level={asLevel(verdict.level)} />}
          </div>
          {words && (
            <p className={styles.hint}>
              {words.comparison}
              {words.next &&
                `，${t('toNext', { level: t(`common:level.${asLevel(words.next.level)}`), limit: words.next.limit, distance: words.next.distance })}`}
            </p>
          )}
          {note && <p className={styles.hint}>{note}</p>}
          {!verdict && <p className={styles.hint}>{t('noThreshold')}</p>}
          {e.reason !== '' && <p className={styles.hint}>{tellReason(e.reason)}</p>}
          {withdrawn.map((flag) => (
            <p className={styles.hint} key={flag}>
              {flagWord(flag, outside)}
            </p>
          ))}
        </div>
      </li>
    </ol>
  );
}

/** Formulas of stations and bearings carry their own beginning: what they give is a change already. */
const startsInFormula = ({ steps }: Explanation) =>
  steps.some(({ inputs }) => inputs.some(({ name }) => /_?init$/i.test(name)));

/** Digits that a measurement can have: five decimals, or six digits below one. */
function sensible(value: number): number {
  return Math.abs(value) >= 1 ? Number(value.toFixed(5)) : Number(value.toPrecision(6));
}

const minus = (text: string) => text.replace('-', '\u2212');

/** What was sent or used: to the digits that can mean something, as it was sent on pointing at it. */
function Exact({ value, unit }: { value: number | null; unit: string }) {
  if (value === null) return notAvailable;
  const sent = Number(value.toPrecision(13));
  return <span title={minus(String(sent))}>{withUnit(minus(String(sensible(sent))), unit)}</span>;
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <span>{name}</span>
      <span>{children}</span>
    </div>
  );
}

function Figure({ value, unit, decimals }: { value: number | null; unit: string; decimals: number | undefined }) {
  const text = formatNumber(value, decimals);
  return <b>{withUnit(text, unit)}</b>;
}

function VersionLine({ version, time }: { version: UsedVersion; time: (ms: number) => string }) {
  const { t } = useTranslation('explain');
  const name = t(`aspect.${version.aspect as 'formula'}`, { defaultValue: version.aspect });
  return (
    <Line name={version.owner === '' ? name : `${version.owner}·${name}`}>
      {version.validFrom > 0 ? t('since', { time: time(version.validFrom).slice(0, 16) }) : t('always')}
    </Line>
  );
}
