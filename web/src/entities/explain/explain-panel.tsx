import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelTag } from '@/entities/alert/level-tag';
import { useChartWords } from '@/entities/chart/use-chart-context';
import { formatChange, formatNumber, notAvailable, unitBehind } from '@/ui/format/number';
import { rangeText } from '@/ui/format/range';
import { formatTime } from '@/ui/format/time';
import { asLevel } from '@/ui/theme/tokens';
import styles from './explain-panel.module.css';
import { explainSteps } from './explain-steps';
import { useReasonText } from './reason-text';
import type { Explanation } from './types';
import { verdictText } from './verdict-text';

interface Props {
  explanation: Explanation;
  /** The value to explain. */
  valueType: 'observed' | 'accumulated' | 'change' | 'rate';
  zone: string;
  /** The reason for a level that the value alone would not have. */
  note?: string;
}

/** The derivation of a number: raw reading, coefficients, formula, initial value, corrections, result, verdict. */
export function ExplainPanel(props: Props) {
  const { explanation, valueType, zone } = props;
  const { t } = useTranslation(['explain', 'common', 'charts', 'console']);
  const steps = explainSteps(explanation, valueType !== 'observed', { t, time: (ms) => formatTime(ms, zone) });
  return (
    <ol className={styles.steps} aria-label={t('title')}>
      {steps.map((step, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps have an order and no other identity
        <Numbered key={i} no={i + 1} title={step.title} value={step.value}>
          {step.body}
        </Numbered>
      ))}
      <Numbered no={steps.length + 1} title={`${t('result')}·${t(`common:valueType.${valueType}`)}`}>
        <Result {...props} />
      </Numbered>
    </ol>
  );
}

interface NumberedProps {
  no: number;
  title: ReactNode;
  value?: ReactNode;
  children: ReactNode;
}

function Numbered({ no, title, value, children }: NumberedProps) {
  return (
    <li className={styles.step}>
      <span className={styles.no} aria-hidden="true">
        {no}
      </span>
      <div className={styles.head}>
        <span>{title}</span>
        {value !== undefined && <span>{value}</span>}
      </div>
      {children}
    </li>
  );
}

/** The value with its level, its distance to the next limit, and why it does not count, if so. */
function Result({ explanation: e, valueType, zone, note }: Props) {
  const { t } = useTranslation(['explain', 'common', 'charts']);
  const reasonText = useReasonText();
  const flagWord = useChartWords(zone).flag;
  const unit = valueType === 'rate' && e.unit !== '' ? `${e.unit}/d` : e.unit;
  const format = valueType === 'observed' ? formatNumber : formatChange;
  const text = format(e[valueType], e.decimals);
  const verdict = e.verdicts
    .filter((v) => v.threshold.valueType === valueType && v.limit !== null)
    .toSorted((a, b) => b.level - a.level)[0];
  const words = verdict ? verdictText(verdict, e.decimals, unit) : null;
  const outside = e.raw
    .filter(({ value, min, max }) => value !== null && ((min !== null && value < min) || (max !== null && value > max)))
    .map((raw) => `${raw.label} ${rangeText(raw)}`)
    .join(', ');
  return (
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
            t('toNext', {
              level: t(`common:level.${asLevel(words.next.level)}`),
              limit: words.next.limit,
              distance: words.next.distance,
            })}
        </p>
      )}
      {note && <p className={styles.hint}>{note}</p>}
      {!verdict && <p className={styles.hint}>{t('noThreshold')}</p>}
      {e.reason !== '' && <p className={styles.hint}>{reasonText(e.reason)}</p>}
      {e.flags
        .filter((flag) => flag !== 'timeFixed' && flag !== 'manual')
        .map((flag) => (
          <p className={styles.hint} key={flag}>
            {flagWord(flag, outside)}
          </p>
        ))}
    </div>
  );
}
