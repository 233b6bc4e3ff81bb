import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel, useMeasurementName } from '@/api/catalog';
import { projectQuery } from '@/api/project';
import { LimitedInput } from '@/ui/form/limited';
import { formatChange, notAvailable, withUnit } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { noteSpan } from '../model/notes';
import { type Report, rowName } from '../model/report';
import type { PointState } from '../model/types';
import type { ViewState } from '../model/view-state';
import { useNotes } from '../queries/notes';
import { useTree } from '../queries/project';
import styles from './report-stage.module.css';

/** The first and last of the readings used, previous and this time, as text. */
export function useReportTimes(report: Report | undefined, zone: string) {
  const of = (pick: (point: Report['points'][number]) => number) => {
    const times = (report?.points ?? []).map(pick).filter((time) => time > 0);
    if (times.length === 0) return notAvailable;
    const from = formatTime(Math.min(...times), zone);
    const to = formatTime(Math.max(...times), zone);
    return from === to ? from : `${from} – ${to}`;
  };
  return { previous: of((point) => point.previous), now: of((point) => point.time) };
}

export interface FormProps {
  point: PointState;
  report: Report;
  zone: string;
  state: Pick<ViewState, 'weather' | 'work'>;
  change: (change: Partial<ViewState>) => void;
}

/** useFacts lists what the head of a report states, on the screen and on paper. */
export function useFacts({ point, report, zone }: Pick<FormProps, 'point' | 'report' | 'zone'>) {
  const { t } = useTranslation('data-views');
  const measurementName = useMeasurementName();
  const project = useQuery(projectQuery(point.projectId)).data?.name ?? '';
  const branches = useTree(point.projectId).data ?? [];
  const structure = branches.find((one) => one.structureId === point.structureId);
  const item = structure?.branches.find((one) => one.id === point.itemId);
  const times = useReportTimes(report, zone);
  const instruments = [...new Set(report.points.map((one) => one.instrument).filter(Boolean))];
  const [first] = report.points;
  const alone = report.points.length === 1 && first;
  const facts: [string, string][] = [
    [t('report.project'), project],
    [t('report.place'), [structure?.name, item?.name].filter(Boolean).join(' / ')],
    [t('report.measurement'), measurementName(point.measurement)],
    ...(alone ? ([[t('report.hole'), alone.name]] as [string, string][]) : []),
    [t('report.previous'), times.previous],
    [t('report.time'), times.now],
    ...(alone && alone.count > 0 ? ([[t('report.count'), String(alone.count)]] as [string, string][]) : []),
    [t('report.instrument'), instruments.join(', ') || '—'],
  ];
  return facts;
}

/** The head of a report; weather and working condition are typed in and kept in the address. */
export function ReportHead(props: FormProps) {
  const { t } = useTranslation('data-views');
  const { state, change } = props;
  return (
    <dl className={styles.head}>
      {useFacts(props).map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
      <Fact name={t('report.weather')}>
        <Words label={t('report.weather')} value={state.weather} onChange={(weather) => change({ weather })} />
      </Fact>
      <Fact name={t('report.work')}>
        <Words label={t('report.work')} value={state.work} onChange={(work) => change({ work })} />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const mostWords = 60;

/** A short text that is kept when the field is left. */
function Words({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  const keep = () => text.trim().length <= mostWords && text.trim() !== value && onChange(text.trim());
  return (
    <LimitedInput
      size="small"
      aria-label={label}
      max={mostWords}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onPressEnter={keep}
    />
  );
}

/** useMaxima lists the extremes of a report with their points. */
export function useMaxima(report: Report): string[] {
  const { t } = useTranslation('data-views');
  const say = useLabel();
  return report.maxima.flatMap((maxima) =>
    (['positive', 'negative', 'rate'] as const).flatMap((which) => {
      const row = report.rows[maxima[which]];
      if (!row) return [];
      const unit = which === 'rate' ? `${row.changeUnit}/d` : row.changeUnit;
      const value = which === 'rate' ? row.rate : row.accumulated;
      const place = rowName(report, row, (no) => t('node', { no })) + (row.depth === null ? '' : ' m');
      const text = withUnit(formatChange(value, row.changeDecimals), unit);
      const word = which === 'rate' ? t('report.fastest') : t(`report.${which}`);
      const field = report.maxima.length > 1 ? ` ${say(row.label) || row.field}` : '';
      return [`${word}${field} ${t('report.of', { value: text, name: place })}`];
    }),
  );
}

/** What stands below the rows: extremes, remarks, the period. */
export function useRemarks(report: Report, zone: string): string[] {
  const { t } = useTranslation('data-views');
  const times = report.points.flatMap((one) => [one.previous, one.time]).filter((time) => time > 0);
  return [
    ...(report.rows.some((row) => row.interpolated) ? [t('report.interpolated')] : []),
    ...(times.length > 0
      ? [t('report.period', { from: formatTime(Math.min(...times), zone), to: formatTime(Math.max(...times), zone) })]
      : []),
  ];
}

/** Notes on the points of a report between its times, as lines. */
export function useReportNotes(report: Report | undefined, projectId: number, zone: string): string[] {
  const { t } = useTranslation('marks');
  const points = report?.points ?? [];
  const times = points.flatMap((one) => [one.previous, one.time]).filter((time) => time > 0);
  const span = times.length > 0 ? { start: Math.min(...times), end: Math.max(...times) } : { start: 0, end: 0 };
  const { list, more } = useNotes({ projectId, ids: points.map((one) => one.measuringPointId), ...span });
  const lines = list.map((note) =>
    t('line', { point: note.measuringPointName, span: noteSpan(note, zone), text: note.text }),
  );
  return more ? [...lines, t('moreLine', { count: list.length })] : lines;
}

export function ReportFoot({ report, zone, notes }: Pick<FormProps, 'report' | 'zone'> & { notes: readonly string[] }) {
  const maxima = useMaxima(report);
  const remarks = useRemarks(report, zone);
  return (
    <div className={styles.foot}>
      {maxima.map((text) => (
        <b key={text}>{text}</b>
      ))}
      {[...remarks, ...notes].map((text) => (
        <span key={text}>{text}</span>
      ))}
    </div>
  );
}
