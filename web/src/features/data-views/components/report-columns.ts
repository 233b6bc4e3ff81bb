import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import { formatChange, formatNumber, notAvailable } from '@/ui/format/number';
import { changesOf, markOf, type Report, type ReportRow, rowName } from '../model/report';

/** A column of a report as text, on the screen and on paper. */
export interface ReportColumn {
  key: string;
  title: string;
  unit?: string;
  text: (row: ReportRow) => string;
  /** Not a number: aligned at the left. */
  words?: boolean;
}

/** Columns of a report of points, or of the nodes of one array (domain measurements.md 0.3 and 2.1). */
export function useReportColumns(
  report: Report | undefined,
  ofNodes: boolean,
  horizontal: boolean,
  differential = false,
): ReportColumn[] {
  const { t } = useTranslation(['data-views', 'common']);
  const say = useLabel();
  if (!report) return [];
  const { rows } = report;
  const shared = <T>(of: (row: ReportRow) => T) =>
    rows.every((row) => of(row) === of(rows[0] as ReportRow)) ? rows[0] && of(rows[0]) : undefined;
  const unit = shared((row) => row.unit);
  const changeUnit = shared((row) => row.changeUnit);
  const behind = (one: string | undefined, own: string) => (one === undefined && own ? ` ${own}` : '');
  const value = (key: string, title: string, of: (row: ReportRow) => number | null): ReportColumn => ({
    key,
    title,
    ...(unit ? { unit } : {}),
    text: (row) => formatNumber(of(row), row.decimals) + (of(row) === null ? '' : behind(unit, row.unit)),
  });
  const change = (key: string, title: string, of: (row: ReportRow) => number | null, perDay = ''): ReportColumn => ({
    key,
    title,
    ...(changeUnit ? { unit: changeUnit + perDay } : {}),
    text: (row) =>
      formatChange(of(row), row.changeDecimals) + (of(row) === null ? '' : behind(changeUnit, row.changeUnit + perDay)),
  });
  const verdict: ReportColumn = {
    key: 'verdict',
    title: t('report.verdict'),
    words: true,
    text: (row) => {
      const mark = markOf(report, row);
      return mark === 'noData' ? notAvailable : t(`common:level.${mark}`);
    },
  };
  const control: ReportColumn = {
    key: 'control',
    title: t('report.control'),
    words: true,
    text: (row) => row.control || '—',
  };
  if (ofNodes) {
    const deep = rows.some((row) => row.depth !== null);
    return [
      {
        key: 'name',
        title: deep ? t(horizontal ? 'report.distance' : 'report.depth') : t('nodes.label'),
        ...(deep ? { unit: 'm' } : {}),
        text: (row) => rowName(report, row, (no) => t('node', { no })) + (row.interpolated ? '*' : ''),
      },
      change('previous', t('report.previousChange'), (row) => changesOf(row).previous),
      change('value', t('report.valueChange'), (row) => changesOf(row).now),
      change('change', t('report.change'), (row) => row.change),
      change('rate', t('report.rate'), (row) => row.rate, '/d'),
      control,
      verdict,
    ];
  }
  const fields = new Set(rows.map((row) => row.field));
  const quantity: ReportColumn = {
    key: 'field',
    title: t('report.quantity'),
    words: true,
    text: (row) => say(row.label) || row.field,
  };
  return [
    {
      key: 'name',
      title: t('report.hole'),
      words: true,
      text: (row) => rowName(report, row, (no) => t('node', { no })),
    },
    ...(differential
      ? [
          {
            key: 'chainage',
            title: t('report.chainage'),
            unit: 'm',
            text: (row: ReportRow) => formatNumber(row.chainage, 2),
          },
        ]
      : []),
    ...(fields.size > 1 ? [quantity] : []),
    // Positions count from zero: their results have no observed value.
    ...(rows.some((row) => row.initial !== null) ? [value('initial', t('report.initial'), (row) => row.initial)] : []),
    value('previous', t('report.previousValue'), (row) => row.previous),
    value('value', t('report.value'), (row) => row.value),
    change('change', t('report.change'), (row) => row.change),
    change('accumulated', t('report.accumulated'), (row) => row.accumulated),
    change('rate', t('report.rate'), (row) => row.rate, '/d'),
    ...(differential
      ? [
          {
            key: 'differential',
            title: t('report.differential'),
            unit: '‰',
            text: (row: ReportRow) => formatChange(row.differential, 3),
          },
        ]
      : []),
    control,
    verdict,
  ];
}
