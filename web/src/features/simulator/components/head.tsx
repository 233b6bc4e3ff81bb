import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatPercent, unitBehind } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { drawnAt, type Row, sideOf } from '../model/draft';
import { fromLevel } from '../model/episodes';
import type { Outcome, Simulated } from '../queries';
import { hours } from './counts';
import styles from './head.module.css';

interface Props {
  name: string;
  place: string;
  /** What is judged: a choice, or a text. */
  quantity: ReactNode;
  found: Simulated | undefined;
  decimals: number;
  draft: Row | undefined;
  current: Outcome | undefined;
  outcome: Outcome | undefined;
  names: { current: string; draft: string };
}

const dayMs = 86_400_000;

/** The figures of a simulation in one line: what it is about, how much data, the worst value, and what changes. */
export function SimulatedHead(props: Props) {
  const { name, place, quantity, found, decimals, draft, current, outcome, names } = props;
  const { t } = useTranslation(['simulator', 'common']);
  const worst = found?.worst;
  const days = found ? (found.last - found.first) / dayMs : 0;
  const red = draft?.red ?? null;
  const share =
    worst && draft && red !== null
      ? (worst.value - (draft.reference ?? 0)) /
        (drawnAt(draft, sideOf(draft, worst.value), red) - (draft.reference ?? 0))
      : null;
  const sum = (o: Outcome | undefined) => (o ? fromLevel(o.alerts, 1) : undefined);
  const high = (o: Outcome | undefined) => (o ? fromLevel(o.hours.slice(1), 3) : undefined);
  const pair = (a: number | undefined, b: number | undefined, text: (n: number) => string) =>
    a === undefined || b === undefined ? t('common:none') : `${text(a)} → ${text(b)}`;
  const whole = (n: number) => formatNumber(n, 0);
  return (
    <div className={styles.head}>
      <div className={styles.cell}>
        <h1 className={styles.name}>{name}</h1>
        <span className={styles.hint}>{place}</span>
        <div className={styles.quantity}>{quantity}</div>
      </div>
      <Cell
        label={t('head.data')}
        hint={t('head.readings', { count: found?.readings ?? 0, shown: formatNumber(found?.readings ?? 0, 0) })}
      >
        {formatNumber(days, days < 10 ? 1 : 0)} <small>{t('head.days')}</small>
      </Cell>
      <Cell
        label={t('head.worst')}
        hint={
          worst
            ? [
                share === null ? '' : t('head.ofRed', { share: formatPercent(share) }),
                formatTime(worst.time, found.timeZone, 'list'),
              ]
                .filter(Boolean)
                .join('·')
            : ''
        }
      >
        {formatNumber(worst?.value, decimals)} <small>{unitBehind(found?.unit ?? '').trim()}</small>
      </Cell>
      <Cell label={t('head.alerts', names)} hint={t('head.escalations')}>
        {pair(sum(current), sum(outcome), whole)}
      </Cell>
      <Cell label={t('head.high')} hint={t('head.order', names)}>
        {pair(high(current), high(outcome), hours)} <small>h</small>
      </Cell>
    </div>
  );
}

function Cell({ label, hint, children }: { label: string; hint: string; children: ReactNode }) {
  return (
    <div className={styles.cell}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{children}</span>
      <span className={styles.hint} title={hint}>
        {hint}
      </span>
    </div>
  );
}
