import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { ScrollArea } from '@/ui/scroll-area';
import { analysisPath, analysisSearch, type Method, methodsOf } from '../model/analysis';
import type { PointState } from '../model/types';
import styles from './analysis.module.css';

interface Props {
  /** Figures above the charts. */
  strip?: ReactNode;
  /** A second panel below the chart. */
  below?: ReactNode;
  side: ReactNode;
  children: ReactNode;
}

/** The layout of an analysis: its chart, a second one below, and at the side what it was computed from. */
export function AnalysisPage({ strip, below, side, children }: Props) {
  const { t } = useTranslation('analysis');
  return (
    <div className={styles.page} data-strip={strip !== undefined}>
      {strip && <div className={styles.strip}>{strip}</div>}
      <div className={styles.main} data-single={!below}>
        {children}
        {below}
      </div>
      <ScrollArea className={styles.side} label={t('result')}>
        {side}
      </ScrollArea>
    </div>
  );
}

/** The analyses of a point; each keeps the range and the readings. */
export function AnalysisTabs({ point, method }: { point: PointState; method: Method }) {
  const { t } = useTranslation('analysis');
  const [search] = useSearchParams();
  return (
    <nav className={styles.tabs} aria-label={t('methods')}>
      {methodsOf(point).map((one) => (
        <Link
          key={one}
          to={analysisPath(point.projectId, point, one, analysisSearch(search))}
          className={styles.tab}
          aria-current={one === method ? 'page' : undefined}
        >
          {t(`method.${one}`)}
        </Link>
      ))}
    </nav>
  );
}

/** Names with their values, one below the other. */
export function AnalysisFacts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? <Unbroken text={value} /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Times and numbers of a text stay whole: it breaks between both ends of a span, and before what is in parentheses. */
function Unbroken({ text }: { text: string }) {
  return text.split(/(?<= – )|(?<= )(?=\()/).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
    <Fragment key={i}>
      {i > 0 && <wbr />}
      <span className={part.length < longestWhole ? styles.moment : undefined}>{part}</span>
    </Fragment>
  ));
}

/** Characters of a part that the column always has room for. */
const longestWhole = 26;

/** A control of a list of choices, below its name. */
export function Labelled({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.pair}>
      <span className={styles.label}>{name}</span>
      {children}
    </div>
  );
}

/** A control after its name; both stay together when the bar wraps. */
export function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className={styles.named}>
      <span>{name}</span>
      {children}
    </span>
  );
}
